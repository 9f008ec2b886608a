// The entries of this folder contain only types.
export {};
