import type { Sandbox } from 'deposit-slip-sandbox';
import type { Page } from './driver/index.js';
import { tabUntil } from './page-checks.js';

/** The views, in the order of their keys. */
export const VIEWS = [
  ...['Merchants', 'Deposits', 'Flows', 'Orders', 'Activations', 'Claims', 'Ledger', 'Requests', 'Faults'],
  'Snapshots',
];

/** The console's page, used with the keyboard only. Elements have the names that a screen reader reads. */
export class ConsolePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the console by a one-time URL, at one of its views, and waits until it follows the requests. */
  async open(sandbox: Pick<Sandbox, 'consoleUrl'>, view = 'requests'): Promise<void> {
    await this.page.goto(sandbox.consoleUrl());
    await this.sees('live', 'footer');
    await this.page.evaluate((wanted) => void (location.hash = wanted), view);
    await this.page.waitFor(
      (wanted) =>
        document
          .querySelector('sandbox-console')
          ?.shadowRoot?.querySelector('nav [aria-current]')
          ?.getAttribute('href') === `#${wanted}`,
      { args: [view], what: `the view ${view}` },
    );
  }

  /**
   * Waits until a text is in the part of the page that the selector finds; white space counts as one space.
   */
  async sees(words: string, part = 'main'): Promise<void> {
    await this.page.waitFor(
      (wanted, selector) => {
        const root = document.querySelector('sandbox-console')?.shadowRoot;
        const shown = [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])].map(
          ({ innerText }) => innerText,
        );
        return shown.join(' ').replace(/\s+/g, ' ').includes(wanted);
      },
      { args: [words, part], what: `"${words}" in ${part}` },
    );
  }

  /** The texts of the rows in the list, white space as one space. */
  rows(): Promise<string[]> {
    return this.page.evaluate(() => {
      const root = document.querySelector('sandbox-console')!.shadowRoot!;
      const rows = [...root.querySelectorAll<HTMLElement>('main tbody tr')];
      return rows.map(({ innerText }) => innerText.replace(/\s+/g, ' ').trim());
    });
  }

  /** The value of a field. */
  value(selector: string): Promise<string> {
    return this.page.evaluate(
      (wanted) =>
        document.querySelector('sandbox-console')!.shadowRoot!.querySelector<HTMLInputElement>(wanted)!.value,
      selector,
    );
  }

  /** How many elements the selector finds. */
  count(selector: string): Promise<number> {
    return this.page.evaluate(
      (wanted) => document.querySelector('sandbox-console')!.shadowRoot!.querySelectorAll(wanted).length,
      selector,
    );
  }

  /** Goes to a view by its key, and waits for its name. */
  async go(key: string, title: string): Promise<void> {
    await this.page.press(key);
    await this.sees(title, 'h2#title');
  }

  /** Opens a form by its key. */
  async openForm(key: string, title: string): Promise<void> {
    await this.page.press(key);
    await this.sees(title, 'dialog[open] h2');
  }

  /** Types into the fields of the open form, and sends it. */
  async fillIn(fields: Readonly<Record<string, string>>, submit: string): Promise<void> {
    for (const [label, value] of Object.entries(fields)) {
      const isText = await this.tabTo(label);
      if (isText) await this.page.press('Control+a');
      await this.page.type(value);
    }
    await this.tabTo(submit);
    await this.page.press('Enter');
  }

  /** Moves the focus with the Tab key until the element with this name has it. True if it is a text field. */
  async tabTo(name: string): Promise<boolean> {
    // The name of a button is followed by its key.
    const isThere = async () => {
      const focused = await this.focused();
      return focused === name || focused.replace(/ \S+$/, '') === name;
    };
    await tabUntil(this.page, isThere, name);
    return this.page.evaluate(() => {
      const element = document.querySelector('sandbox-console')!.shadowRoot!.activeElement;
      return element instanceof HTMLInputElement && element.type !== 'radio';
    });
  }

  /** The name of the focused element, or an empty text if there is none. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.querySelector('sandbox-console')!.shadowRoot!
        .activeElement as HTMLInputElement | null;
      const label = element?.labels?.[0] ?? element;
      return (element?.ariaLabel ?? label?.innerText ?? '').replace(/\s+/g, ' ').trim();
    });
  }

  /** Fills in the open form, and waits for the message. */
  async send(fields: Readonly<Record<string, string>>, submit: string, message: string): Promise<void> {
    await this.fillIn(fields, submit);
    await this.sees(message, '[role=status]');
    // The same message may remain from an earlier form.
    await this.page.waitFor(
      () => document.querySelector('sandbox-console')!.shadowRoot!.querySelector('dialog[open]') === null,
      { what: 'the form to be closed' },
    );
  }

  /**
   * Describes everything that does not fit: a table that scrolls sideways, a badge or a button that leaves
   * its box.
   */
  misfits(): Promise<string[]> {
    return this.page.evaluate(() => {
      const root = document.querySelector('sandbox-console')!.shadowRoot!;
      const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
      const boxes = ['nav a', 'header', 'main', 'footer', 'td', 'th', '.card'].flatMap(all);
      const wide = ['.scroll', 'nav', 'main'].flatMap(all);
      return [
        ...wide.filter((box) => box.scrollWidth > box.clientWidth),
        ...boxes.flatMap((box) => {
          const { left, right } = box.getBoundingClientRect();
          return [...box.querySelectorAll<HTMLElement>('small, .tag, .pill, .badge, .button')].filter(
            (part) => {
              const inner = part.getBoundingClientRect();
              return inner.width > 0 && (inner.right > right + 1 || inner.left < left - 1);
            },
          );
        }),
      ].map(({ localName, className, innerText }) => `${localName}.${className}: ${innerText.slice(0, 60)}`);
    });
  }
}
