"""Running a scenario: threads, streams of snapshots, sampling, compiling ahead."""
