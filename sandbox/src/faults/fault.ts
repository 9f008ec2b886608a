import type { z } from 'zod';
import type { AppContext } from '../app-context.js';
import type { Operation } from '../operations/operation.js';

/** A request to an operation. */
export interface OperationCall {
  readonly operation: Operation;
  readonly request: Request;
  readonly context: AppContext;
}

/** Resolves with the response of the operation, or of the next fault around it. */
export type Next = () => Promise<Response>;

/** One way in which an operation can go wrong. */
export interface FaultKind<Setting> {
  /** Schema of the fault's setting in the control API. */
  readonly setting: z.ZodType<Setting>;
  /** Wraps an operation like a middleware: it may call `next`, and may change the response. */
  apply(setting: Setting, call: OperationCall, next: Next): Promise<Response>;
}
