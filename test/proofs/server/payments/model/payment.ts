/** A deposit as the model reports it. Ids are those of flows, since the kit's are random. */
export interface DepositView {
  readonly flow: string;
  readonly amount: string;
  readonly fiat: string;
  readonly createTime: number;
  readonly txId?: string;
  readonly returned?: string;
  readonly returnTime?: number;
}

/** A payment as the model reports it. */
export interface PaymentView {
  readonly status: 'open' | 'part' | 'paid' | 'over';
  readonly fiat: string;
  readonly asked?: string;
  readonly received: string;
  readonly remaining?: string;
  readonly excess?: string;
  readonly deposits: readonly DepositView[];
  readonly earlier?: { readonly count: number; readonly amount: string };
}

/** A deposit that was made, in minor units. `seq`: the change of the model that booked it. */
export interface Deposit {
  readonly flow: string;
  readonly fiat: string;
  readonly amount: bigint;
  readonly createTime: number;
  readonly txId: string | undefined;
  readonly seq: number;
  readonly returns: { readonly seq: number; readonly amount: bigint; readonly time: number }[];
}

/** The deposits of a wallet that count: those after the first `after`, made at this time or later. */
export interface Since {
  readonly after: number;
  readonly since: number;
}

interface Asking {
  readonly seq: number;
  readonly asked: bigint | undefined;
}

interface Slip extends Since {
  readonly seq: number;
  readonly issuedAt: number;
  readonly watchedUntil: number;
}

/** How many deposits are listed individually. */
const LISTED = 20;
/** As of now. */
export const NOW = Infinity;

/**
 * The amount that a grant requests in one currency, and what was received, after each change of the model.
 */
export class Payment {
  readonly deposits: Deposit[] = [];
  readonly slips: Slip[] = [];
  readonly askings: Asking[] = [];
  /** When the newest grant was made among those whose requests were answered. */
  newestGrant = -Infinity;
  /**
   * When it last became paid: by the time of the deposit, and by the count of changes. Absent while it is not
   * paid.
   */
  paid: { readonly time: number; readonly seq: number } | undefined;
  isPaidReported = false;

  constructor(
    readonly merchant: string,
    readonly grant: string,
    readonly fiat: string,
    readonly createdSeq: number,
  ) {}

  get key(): string {
    return `${this.merchant} ${this.grant} ${this.fiat}`;
  }

  askedAt(seq = NOW): bigint | undefined {
    return this.askings.findLast((each) => each.seq <= seq)?.asked;
  }

  /** Deposits minus returns, over all time. */
  receivedAt(seq = NOW): bigint {
    return this.#depositsAt(seq).reduce((sum, deposit) => sum + leftOf(deposit, seq), 0n);
  }

  remainingAt(seq = NOW): bigint | undefined {
    const asked = this.askedAt(seq);
    return asked === undefined ? undefined : asked - this.receivedAt(seq);
  }

  isPaidAt(seq = NOW): boolean {
    const remaining = this.remainingAt(seq);
    return remaining !== undefined && remaining <= 0n;
  }

  countAt(seq = NOW): number {
    return this.#depositsAt(seq).length;
  }

  issuedAt(seq = NOW): number {
    return Math.min(...this.#slipsAt(seq).map((slip) => slip.issuedAt));
  }

  watchedUntil(seq = NOW): number {
    return Math.max(...this.#slipsAt(seq).map((slip) => slip.watchedUntil));
  }

  /** The report of the payment. For a wallet: since its latest slip, or since another point. */
  viewAt(seq = NOW, since: Since | undefined = this.#slipsAt(seq).at(-1)): PaymentView {
    const asked = this.askedAt(seq);
    const all = this.#depositsAt(seq);
    const counted = asked === undefined ? all.filter((each, at) => isSince(each, at + 1, since)) : all;
    const listed = counted.slice(-LISTED);
    const earlier = counted.slice(0, -LISTED);
    const sum = (deposits: readonly Deposit[]): bigint =>
      deposits.reduce((total, deposit) => total + leftOf(deposit, seq), 0n);
    const received = sum(counted);
    return {
      status: statusOf(asked, received),
      fiat: this.fiat,
      ...(asked !== undefined && { asked: decimal(asked) }),
      received: decimal(received),
      ...(asked !== undefined && received < asked && { remaining: decimal(asked - received) }),
      ...(asked !== undefined && received > asked && { excess: decimal(received - asked) }),
      deposits: listed.map((deposit) => depositView(deposit, seq)),
      ...(earlier.length > 0 && { earlier: { count: earlier.length, amount: decimal(sum(earlier)) } }),
    };
  }

  #depositsAt(seq: number): readonly Deposit[] {
    return seq === NOW ? this.deposits : this.deposits.filter((each) => each.seq <= seq);
  }

  #slipsAt(seq: number): readonly Slip[] {
    return this.slips.filter((each) => each.seq <= seq);
  }
}

/** The part of a deposit that was not returned. */
export function leftOf(deposit: Deposit, seq = NOW): bigint {
  return deposit.amount - returnedOf(deposit, seq);
}

function returnedOf({ returns }: Deposit, seq: number): bigint {
  return returns.reduce((sum, each) => (each.seq <= seq ? sum + each.amount : sum), 0n);
}

export function depositView(deposit: Deposit, seq = NOW): DepositView {
  const { flow, amount, fiat, createTime, txId } = deposit;
  const returned = returnedOf(deposit, seq);
  const last = deposit.returns.findLast((each) => each.seq <= seq);
  return {
    flow,
    amount: decimal(amount),
    fiat,
    createTime,
    ...(txId !== undefined && { txId }),
    ...(last && { returned: decimal(returned), returnTime: last.time }),
  };
}

function isSince({ createTime }: Deposit, number: number, since: Since | undefined): boolean {
  return since !== undefined && number > since.after && createTime >= since.since;
}

function statusOf(asked: bigint | undefined, received: bigint): PaymentView['status'] {
  if (asked === undefined || received === 0n) return 'open';
  if (received === asked) return 'paid';
  return received < asked ? 'part' : 'over';
}

/** Minor units as a decimal with two digits after the point. */
export function decimal(minor: bigint): string {
  const digits = String(minor < 0n ? -minor : minor).padStart(3, '0');
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
