/** An issue with a value, as zod reports it. */
export interface Issue {
  readonly path: readonly PropertyKey[];
  readonly code?: string | undefined;
  readonly message?: string;
}

/** The part of a schema that a call needs. zod's schemas have it. */
export interface Schema<Data> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: Data }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}
