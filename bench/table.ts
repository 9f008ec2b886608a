/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** How a duration and a ratio are written. */
export const ms = (value: number): string => `${value.toFixed(0)} ms`;
export const times = (ratio: number): string => `${ratio.toFixed(2)}x`;

/** The packages that a figure of ours stands beside. */
export const PEERS = ['adyen-web', 'shoelace', 'bitcoin-connect'] as const;
export type Peers = Partial<Readonly<Record<(typeof PEERS)[number], string>>>;

/** A figure and what it must be. */
export interface Target {
  /** What is measured, such as `CPU until a Pix code is visible`. */
  readonly what: string;
  /** What it must be, as `at most 0.65x adyen-web`. */
  readonly target: string;
  readonly measured: string;
  readonly peers: Peers;
  /** `reached`, by how much it is missed, or that it was not measured. */
  readonly verdict: string;
}

/** A number and the limit it must keep. */
interface Limit extends Pick<Target, 'what'> {
  /** Undefined if it was not measured. */
  readonly measured: number | undefined;
  readonly limit: number;
  readonly write: (value: number) => string;
  /** What the number is a ratio to, as `adyen-web`, and the absolute figure beside it. */
  readonly of?: string;
  readonly absolute?: string;
  readonly peers?: Peers;
}

/** A target for a number that must not exceed a limit. */
export function atMost(limit: Limit): Target {
  return targetOf(limit, 'at most', (measured) => measured - limit.limit);
}

/** A target for a number that must reach a limit. */
export function atLeast(limit: Limit): Target {
  return targetOf(limit, 'at least', (measured) => limit.limit - measured);
}

function targetOf(
  { what, measured, limit, write, of, absolute, peers = {} }: Limit,
  sign: string,
  distanceOf: (measured: number) => number,
): Target {
  const target = [sign, write(limit), of].filter(Boolean).join(' ');
  if (measured === undefined) return { what, target, measured: '', peers, verdict: 'not measured' };
  const distance = distanceOf(measured);
  return {
    ...{ what, target, peers },
    measured: [write(measured), absolute && `(${absolute})`].filter(Boolean).join(' '),
    verdict: distance <= 0 ? 'reached' : `missed by ${write(distance)}`,
  };
}

/** The targets in their order, beside the peers. */
export function targetTable(targets: readonly Target[]): string {
  return table(
    ['what', 'target', 'deposit-slip', ...PEERS, ''],
    targets.map(({ what, target, measured, peers, verdict }) => [
      ...[what, target, measured],
      ...PEERS.map((peer) => peers[peer] ?? ''),
      verdict === 'reached' ? verdict : `**${verdict}**`,
    ]),
  );
}
