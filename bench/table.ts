/** A table in Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** One target, and what was measured of it. */
export interface Target {
  /** What is measured, such as `CPU until visible, of adyen-web's`. */
  readonly what: string;
  /** What it must be, as `at most 0.65x`. */
  readonly target: string;
  readonly measured: string;
  readonly isReached: boolean;
}

/** The targets in their order, with whether each is reached. */
export function targetTable(targets: readonly Target[]): string {
  return table(
    ['what', 'target', 'measured', 'reached'],
    targets.map(({ what, target, measured, isReached }) => [
      what,
      target,
      measured,
      isReached ? 'yes' : '**no**',
    ]),
  );
}

/** A target for a number that must not exceed a limit. */
export function atMost(
  what: string,
  measured: number,
  limit: number,
  write: (value: number) => string,
): Target {
  return { what, target: `at most ${write(limit)}`, measured: write(measured), isReached: measured <= limit };
}
