; The installer for Windows, made by Inno Setup 6 of the folder dist/steelwheel:  iscc /DVersion=V packaging\steelwheel.iss
; For one user or, if that one chooses, for all: neither needs more rights than it has. The type of the program's files,
; the entry in the start menu and the uninstaller come with it; what the user has saved stays when it is removed.
#ifndef Version
  #error What version? /DVersion=...
#endif

[Setup]
AppId={{9B0B8B63-4E9C-4C0B-9B3E-6A7C5D2F8E41}
AppName=Steel Wheel
AppVersion={#Version}
AppVerName=Steel Wheel {#Version}
AppPublisher=Steel Wheel contributors
DefaultDirName={autopf}\Steel Wheel
DefaultGroupName=Steel Wheel
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
CloseApplications=yes
UninstallDisplayIcon={app}\steelwheel-window.exe
SetupIconFile=..\build\icons\steelwheel.ico
LicenseFile=..\LICENSE
OutputDir=..\dist
OutputBaseFilename=steelwheel-{#Version}-setup
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[InstallDelete]
; An upgrade leaves nothing of the version before it.
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "..\dist\steelwheel\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion
Source: "..\build\icons\steelwheel.ico"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{autoprograms}\Steel Wheel"; Filename: "{app}\steelwheel-window.exe"; IconFilename: "{app}\steelwheel.ico"

[Registry]
Root: HKA; Subkey: "Software\Classes\.steelwheel"; ValueType: string; ValueData: "SteelWheel.Table"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\.steelwheel"; ValueType: string; ValueName: "Content Type"; ValueData: "application/x-steelwheel"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\SteelWheel.Table"; ValueType: string; ValueData: "Steel Wheel table"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\SteelWheel.Table\DefaultIcon"; ValueType: string; ValueData: "{app}\steelwheel.ico"
Root: HKA; Subkey: "Software\Classes\SteelWheel.Table\shell\open\command"; ValueType: string; ValueData: """{app}\steelwheel-window.exe"" ""%1"""

[Run]
Filename: "{app}\steelwheel-window.exe"; Description: "{cm:LaunchProgram,Steel Wheel}"; Flags: nowait postinstall skipifsilent
