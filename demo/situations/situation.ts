import type { ProblemKind } from 'deposit-slip/core';
import type { DepositSlip } from 'deposit-slip/element';
import type { DepositHistory } from 'deposit-slip/history';
import type { Icon } from '../site/icon-paths.js';

/** The groups of situations, in the order in which they are listed. */
export const GROUPS = {
  methods: 'Methods',
  states: 'States',
  warnings: 'Warnings',
  arrivals: 'Arrivals',
  payments: 'Payments',
  problems: 'Problems',
  history: 'History',
} as const;

/** An element that shows a situation. */
export type Shown = DepositSlip | DepositHistory;

/** One element: its properties, and the status it must reach. */
export interface Situation {
  /** Absent for a slip. */
  readonly tag?: 'deposit-history';
  readonly id: string;
  readonly group: keyof typeof GROUPS;
  readonly title: string;
  /** Distinguishes it from situations with a similar title. */
  readonly note: string;
  readonly properties: Properties;
  /** Absent where the status depends on the API's response. */
  readonly reaches?: Shown['status'];
  readonly problem?: ProblemKind;
  /** The element is part of the page's HTML, with its response inside it. */
  readonly inPage?: boolean;
  /** An action on the element once it shows a slip or asks for an amount. */
  readonly act?: (element: Shown) => void;
  readonly icon: Icon;
}

/** Properties of the element that a situation may set. */
export type Properties = {
  readonly [
    Name in
      | 'endpoint'
      | 'paymentId'
      | 'amount'
      | 'maxAmount'
      | 'beneficiaryName'
      | 'contact'
      | 'seen'
      | 'strict'
      | 'watch'
      | 'timeout'
      | 'answer'
  ]?: DepositSlip[Name];
} & { readonly limit?: number };

/** The endpoint of the workbench: the kit, in front of the sandbox. */
export const ENDPOINT = '/workbench/deposit';

/** An endpoint that never responds, and how long the element waits for it. */
export const NEVER = { endpoint: '/scripted/never', timeout: 2 ** 31 - 1 } as const;

/** Presses a button, or unfolds something, inside the element. */
export function press(element: Shown, selector: string): void {
  element.shadowRoot!.querySelector<HTMLElement>(selector)!.click();
}
