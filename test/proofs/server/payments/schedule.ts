import fc from 'fast-check';
import type { MerchantTraits, OrderTraits } from './shop.js';
import type { SimulationTraits } from './simulation.js';

/** The kinds of steps in a schedule, with their relative frequency. */
const WEIGHTS = {
  open: 12,
  poll: 8,
  polls: 4,
  history: 3,
  pay: 24,
  sendBack: 9,
  again: 4,
  malformed: 2,
  cart: 8,
  oldCart: 5,
  close: 1,
  apiFault: 4,
  outage: 1,
  storeFault: 5,
  hookFault: 5,
  kill: 7,
  run: 14,
  leap: 3,
  lastDay: 1,
  absence: 2,
  tick: 4,
  follow: 4,
  fillers: 2,
  sameCode: 1,
} as const;

export type StepKind = keyof typeof WEIGHTS;

/** A step: its kind, and numbers that choose its target and its details. */
export interface Step {
  readonly kind: StepKind;
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}

/** A schedule: a simulation, and its steps. */
export interface Schedule {
  readonly seed: number;
  readonly traits: SimulationTraits;
  readonly merchants: readonly MerchantTraits[];
  readonly orders: readonly OrderTraits[];
  /** How many copies follow from the start. */
  readonly following: number;
  readonly steps: readonly Step[];
}

const CHOICE = 60;

const kinds = fc.oneof(
  ...Object.entries(WEIGHTS).map(([kind, weight]) => ({
    weight,
    arbitrary: fc.constant(kind as StepKind),
  })),
);

const steps = fc.record({
  kind: kinds,
  a: fc.nat(CHOICE),
  b: fc.nat(CHOICE),
  c: fc.nat(CHOICE),
  d: fc.nat(CHOICE),
});

const traits: fc.Arbitrary<SimulationTraits> = fc.record({
  isSession: fc.boolean(),
  watchDays: fc.constantFrom(30, 30, 30, 3, 1),
  bank: fc.record({
    skew: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -540_000, max: 540_000 }) },
    ),
    latency: fc.constantFrom(0, 0, 300, 300, 2_500),
    order: fc.constantFrom('newest', 'newest', 'oldest', 'mixed'),
    ignoresStart: fc.oneof(
      { weight: 5, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
  }),
});

const merchants: fc.Arbitrary<MerchantTraits> = fc.record({
  own: fc.boolean(),
  fillers: fc.oneof(
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.constantFrom(247, 497) },
  ),
});

const orders: fc.Arbitrary<OrderTraits> = fc.record({
  merchant: fc.nat(5),
  methods: fc.nat(5),
  isWallet: fc.oneof(
    { weight: 3, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  ),
  amount: fc.nat(4),
});

/** Random schedules with this many steps. */
export function schedules({
  minSteps,
  maxSteps,
}: {
  readonly minSteps: number;
  readonly maxSteps: number;
}): fc.Arbitrary<Schedule> {
  return fc.record({
    seed: fc.nat(),
    traits,
    merchants: fc.array(merchants, { minLength: 1, maxLength: 3 }),
    orders: fc.array(orders, { minLength: 1, maxLength: 4 }),
    following: fc.nat(2),
    steps: fc.array(steps, { minLength: minSteps, maxLength: maxSteps, size: 'max' }),
  });
}
