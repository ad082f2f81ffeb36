"""Commands that must not take longer than so many seconds of the processor, with the specs of some (`table`)."""
