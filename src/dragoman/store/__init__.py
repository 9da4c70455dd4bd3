"""The ledger of events, the index of what is due, and the outbox: append-only; one hearing is one transaction."""
