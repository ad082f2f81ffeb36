"""Child processes with limits of time and memory, and what this process may do itself."""
