/** What is wrong with a value, as zod says it. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly message?: string;
}

/** What a call needs of a schema. Those of zod have it. */
export interface Schema<Data> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Data }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}
