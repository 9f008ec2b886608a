import type { DepositSlipEventMap } from 'deposit-slip/element';
import type { DepositHistoryEventMap } from 'deposit-slip/history';

/** Every event of the elements. An event without a line here is a type error. */
const NAMES = Object.keys({
  'deposit-ready': true,
  'deposit-problem': true,
  'deposit-method': true,
  'deposit-amount': true,
  'deposit-copy': true,
  'deposit-link': true,
  'deposit-warning': true,
  'deposit-arrived': true,
  'deposit-list': true,
  'deposit-open': true,
} satisfies Record<keyof DepositSlipEventMap | keyof DepositHistoryEventMap, true>);

interface Entry {
  readonly time: string;
  readonly name: string;
  readonly view: string;
  readonly fields: string;
}

/** Logs every event of every element on the page, the newest first. */
export function startLog(log: HTMLDetailsElement): void {
  const list = log.querySelector('ol')!;
  const count = log.querySelector('.count')!;
  const status = log.querySelector('[role="status"]')!;
  let entries: Entry[] = [];
  const show = (): void => {
    count.textContent = String(entries.length);
    status.textContent = '';
  };
  for (const name of NAMES)
    document.addEventListener(name, (event) => {
      const entry = entryOf(event);
      entries = [entry, ...entries];
      list.prepend(itemOf(entry));
      show();
    });
  log.querySelector('#clear-log')!.addEventListener('click', () => {
    entries = [];
    list.replaceChildren();
    show();
  });
  log.querySelector('#copy-log')!.addEventListener('click', () => {
    const lines = entries.map(({ time, name, view, fields }) => `${time} ${name} ${view} ${fields}`);
    void copy(lines.join('\n')).then((message) => (status.textContent = message));
  });
}

function entryOf(event: Event): Entry {
  // `isTrusted` is an own property of every event.
  const fields = Object.entries(event).filter(([key]) => key !== 'isTrusted');
  const view = (event.target as Element).closest('figure')?.id ?? 'in-page';
  return {
    time: new Date().toISOString().slice(11, 23),
    name: event.type,
    view,
    fields: JSON.stringify(Object.fromEntries(fields)),
  };
}

function itemOf({ time, name, view, fields }: Entry): HTMLLIElement {
  const item = document.createElement('li');
  item.dataset['name'] = name;
  item.dataset['view'] = view;
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.append(
    element('b', name),
    ` ${view} `,
    element('time', time),
    element('code', briefOf(JSON.parse(fields) as object)),
  );
  const all = element('pre', JSON.stringify(JSON.parse(fields), null, 2));
  details.append(summary, all);
  item.append(details);
  return item;
}

/** A summary in one line: the primitive values, down to one level of nesting. */
function briefOf(fields: object): string {
  const plain = Object.entries(fields).flatMap(([key, value]: [string, unknown]): [string, unknown][] =>
    [value]
      .flat()
      .flatMap((each): [string, unknown][] => (isObject(each) ? Object.entries(each) : [[key, each]])),
  );
  return plain
    .filter(([, value]) => !isObject(value))
    .map(([key, value]) => `${key}: ${String(value)}`)
    .join(', ');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function element(name: string, text: string): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  return created;
}

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    return 'Could not copy. Select the lines and copy them yourself.';
  }
}
