/** The spec as zod schemas, for servers: what the API takes and answers, word for word. */
export {};
