/** A default policy that refuses every string passed to an injection sink. */
interface Factory {
  createPolicy(name: string, rules: Record<string, () => null>): unknown;
}

const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const refuse = (): null => null;
trustedTypes?.createPolicy('default', { createHTML: refuse, createScript: refuse, createScriptURL: refuse });
