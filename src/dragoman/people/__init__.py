"""Accounts, addresses, sign-in and erasure. Games know persons by id alone, so that forgetting one breaks no ledger."""
