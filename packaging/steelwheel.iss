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
ChangesEnvironment=yes
CloseApplications=yes
; Windows 10 1809, which Qt 6 needs.
MinVersion=10.0.17763
UninstallDisplayIcon={app}\steelwheel-window.exe
SetupIconFile=..\build\icons\steelwheel.ico
; Of the program and of all parts that it brings along, as they are installed.
LicenseFile=..\build\setup-licences.txt
OutputDir=..\dist
OutputBaseFilename=steelwheel-{#Version}-setup
Compression=lzma2
SolidCompression=yes
WizardStyle=modern

[InstallDelete]
; An upgrade leaves nothing of the version before it.
Type: filesandordirs; Name: "{app}\_internal"

[Tasks]
Name: path; Description: "Add the command steelwheel to the &PATH"; Flags: unchecked

[Files]
Source: "..\dist\steelwheel\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion
Source: "..\build\icons\steelwheel.ico"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{autoprograms}\Steel Wheel"; Filename: "{app}\steelwheel-window.exe"; IconFilename: "{app}\steelwheel.ico"; AppUserModelID: "io.github.steelwheel.SteelWheel"

[Registry]
Root: HKA; Subkey: "Software\Classes\.steelwheel"; ValueType: string; ValueData: "SteelWheel.Table"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\.steelwheel"; ValueType: string; ValueName: "Content Type"; ValueData: "application/x-steelwheel"; Flags: uninsdeletevalue uninsdeletekeyifempty
Root: HKA; Subkey: "Software\Classes\SteelWheel.Table"; ValueType: string; ValueData: "Steel Wheel table"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\SteelWheel.Table\DefaultIcon"; ValueType: string; ValueData: "{app}\steelwheel.ico"
Root: HKA; Subkey: "Software\Classes\SteelWheel.Table\shell\open\command"; ValueType: string; ValueData: """{app}\steelwheel-window.exe"" ""%1"""
; The folder is added at the end of PATH, of all users or of this one, unless it is there; Code removes it again.
Root: HKA; Subkey: "{code:EnvironmentKey}"; ValueType: expandsz; ValueName: "Path"; ValueData: "{code:LongerPath}"; Tasks: path; Check: not OnPath

[Run]
Filename: "{app}\steelwheel-window.exe"; Description: "{cm:LaunchProgram,Steel Wheel}"; Flags: nowait postinstall skipifsilent

[Code]
function EnvironmentKey(Param: String): String;
begin
  if IsAdminInstallMode then
    Result := 'System\CurrentControlSet\Control\Session Manager\Environment'
  else
    Result := 'Environment';
end;

function PresentPath: String;
begin
  if not RegQueryStringValue(HKA, EnvironmentKey(''), 'Path', Result) then Result := '';
end;

function LongerPath(Param: String): String;
begin
  Result := PresentPath;
  if (Result <> '') and (Result[Length(Result)] <> ';') then Result := Result + ';';
  Result := Result + ExpandConstant('{app}');
end;

function OnPath: Boolean;
begin
  Result := Pos(';' + Uppercase(ExpandConstant('{app}')) + ';', ';' + Uppercase(PresentPath) + ';') > 0;
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
var
  Path, Folder: String;
  Start: Integer;
begin
  if (Step <> usPostUninstall) or not OnPath then Exit;
  Folder := ExpandConstant('{app}');
  Path := ';' + PresentPath + ';';
  Start := Pos(';' + Uppercase(Folder) + ';', Uppercase(Path));
  Delete(Path, Start, Length(Folder) + 1);
  Path := Copy(Path, 2, Length(Path) - 2);
  if Path <> '' then
    RegWriteExpandStringValue(HKA, EnvironmentKey(''), 'Path', Path)
  else
    RegDeleteValue(HKA, EnvironmentKey(''), 'Path');
end;
