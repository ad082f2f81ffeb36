"""A box cut into ranges of ranks, judged side by side on any `concurrent.futures.Executor`, and kept on disk."""
