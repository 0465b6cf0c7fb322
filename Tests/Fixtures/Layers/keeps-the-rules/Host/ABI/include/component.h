// The contract.
