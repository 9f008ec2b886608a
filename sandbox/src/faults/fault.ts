import type { z } from 'zod';
import type { Operation } from '../operations/operation.js';
import type { World } from '../world.js';

/** A request on its way to an operation. */
export interface Call {
  readonly operation: Operation;
  readonly request: Request;
  readonly world: World;
}

/** Gives the answer of an operation, or of the fault within. */
export type Serve = () => Promise<Response>;

/** One way in which a route can go wrong. */
export interface FaultKind<Setting> {
  /** What a fault of this kind is told. */
  readonly setting: z.ZodType<Setting>;
  /** Around an operation: serves it or does not, and changes what it says. */
  around(setting: Setting, call: Call, serve: Serve): Promise<Response>;
}
