import type { z } from 'zod';
import type { Issue } from './caller.js';

/** Whether each member of an answer agrees with the request. */
type Agreement = Readonly<Record<string, boolean>>;

/** Marks an issue as a contradiction, which differs from a malformed member. */
const CONTRADICTION = 'contradiction';

/** Adds to the schema of an answer that it must not contradict the request: then it is the answer to another one. */
export function answering<Data>(
  schema: z.ZodType<Data>,
  agreementOf: (data: Data) => Agreement,
): z.ZodType<Data> {
  return schema.superRefine((data, context) => {
    for (const [member, agrees] of Object.entries(agreementOf(data)))
      if (!agrees) context.addIssue({ code: 'custom', message: CONTRADICTION, path: [member] });
  });
}

/** Whether an issue is one of `answering`. */
export function isContradiction(issue: Issue | undefined): boolean {
  return issue?.code === 'custom' && issue.message === CONTRADICTION;
}

/** Whether the client id of an answer is the one sent, or is not stated: the contract reads a missing one as empty. */
export function isSameClientId(answered: string, sent: string | undefined): boolean {
  return answered === '' || answered === sent;
}

/** Whether two currencies are the same, in capitals or not. */
export function isSameFiat(answered: string, sent: string): boolean {
  return answered.toUpperCase() === sent;
}

/** Whether two decimals are equal: `22`, `22.0` and `022.00` are. */
export function isSameDecimal(one: string, other: string): boolean {
  return canonical(one) === canonical(other);
}

function canonical(decimal: string): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  return `${whole.replace(/^0+(?=[0-9])/, '')}.${fraction.replace(/0+$/, '')}`;
}
