"""Products as a catalogue: lists with filters, in several orders."""
