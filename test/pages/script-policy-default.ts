/** A page that trusts nothing: what is given as a string to a sink of markup or code is refused. */
interface Factory {
  createPolicy(name: string, rules: Record<string, () => null>): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const refuse = (): null => null;
trustedTypes?.createPolicy('default', { createHTML: refuse, createScript: refuse, createScriptURL: refuse });
