// The entries of this folder have types only.
export {};
