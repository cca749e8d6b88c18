"""Tables as people keep them: read, whatever they are written in, a bounded piece at a time."""
