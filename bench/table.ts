/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Formats for a duration and for a ratio. */
export const ms = (value: number): string => `${value.toFixed(0)} ms`;
export const times = (ratio: number): string => `${ratio.toFixed(2)}x`;

/** The packages that we compare with. */
export const PEERS = ['adyen-web', 'shoelace'] as const;
export type Peers = Partial<Readonly<Record<(typeof PEERS)[number], string>>>;

/** A figure and its target. */
export interface Target {
  /** The name of the figure, such as `CPU until a Pix code is visible`. */
  readonly what: string;
  /** The target, such as `at most 0.65x adyen-web`. */
  readonly target: string;
  readonly measured: string;
  readonly peers: Peers;
  /** `reached`, by how much the target is missed, or that the figure was not measured. */
  readonly verdict: string;
}

/** A number and its limit. */
interface Limit extends Pick<Target, 'what'> {
  /** Undefined if it was not measured. */
  readonly measured: number | undefined;
  readonly limit: number;
  readonly write: (value: number) => string;
  /** The base of the ratio, such as `adyen-web`, and the absolute figure beside it. */
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

/** The targets in order, with the figures of the compared packages. */
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
