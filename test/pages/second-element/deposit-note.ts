/**
 * A second element built on `src/widget/shared` alone. It tests that neither build depends on
 * `<deposit-slip>`, with features which that does not use (reflected objects and lists) and with a row, a
 * copy button, a poller and its own texts.
 */
import { LitElement, html, nothing, unsafeCSS, type TemplateResult } from 'lit';
import type { Row } from '../../../src/core/reader/row.js';
import { toRow } from '../../../src/core/reader/row.js';
import { ArrivalPoller, type PollingPace } from '../../../src/widget/shared/controllers/arrival-poller.js';
import { CopyController } from '../../../src/widget/shared/controllers/copy-controller.js';
import { LocaleController } from '../../../src/widget/shared/controllers/locale-controller.js';
import { defineElement } from '../../../src/widget/shared/define-element.js';
import { messagesFor, registerLocale } from '../../../src/widget/shared/i18n/registry.js';
import type { Messages, PartialMessages } from '../../../src/widget/shared/i18n/types.js';
import { base } from '../../../src/widget/shared/styles/base.js';
import { controls } from '../../../src/widget/shared/styles/controls.js';
import { css } from '../../../src/widget/shared/styles/css.js';
import { row } from '../../../src/widget/shared/styles/row.js';
import { tokens } from '../../../src/widget/shared/styles/tokens.js';
import { rowView } from '../../../src/widget/shared/views/row.js';

interface NoteMessages extends Messages {
  readonly note: { readonly title: string; readonly seen: string };
}

// The group is not part of the shipped locales' type: an element of another module brings its own.
registerLocale('en', { note: { title: 'Note', seen: 'Seen' } } as PartialMessages);
registerLocale('es', { note: { title: 'Nota', seen: 'Visto' } } as PartialMessages);

const PACE: PollingPace = { first: 1, later: 1, slowAfter: 60_000, stopAfter: 60_000 };

const styles = css`
  .tone {
    /* A comment that goes, before a rule that stays. */
    color: rgb(1, 2, 3);
  }
`;

export class DepositNote extends LitElement {
  static readonly tag: string = 'deposit-note';
  static override styles = unsafeCSS(tokens + base + row + controls + styles);
  static override properties = {
    tone: { reflect: true },
    count: { type: Number, reflect: true },
    isOpen: { type: Boolean, reflect: true, attribute: 'open' },
    details: { type: Object, reflect: true },
    list: { type: Array },
  };

  tone = 'calm';
  count = 0;
  isOpen = false;
  details: { readonly clabe?: string } | null = null;
  list: readonly string[] = [];
  /** Called until it returns true. */
  check: () => boolean = () => false;

  readonly #locale = new LocaleController(this);
  readonly #copier = new CopyController(this);
  readonly #poller = new ArrivalPoller(this, PACE);
  #isSeen = false;

  get #row(): Row | undefined {
    const clabe = this.details?.clabe;
    return clabe === undefined
      ? undefined
      : toRow({ key: 'Cuenta CLABE', role: 'clabe', kind: 'clabe', raw: clabe, lossy: false });
  }

  /** Polls until `check` returns true. */
  watch(): void {
    const check = (): Promise<'stop' | 'again'> => {
      this.#isSeen = this.check();
      this.requestUpdate();
      return Promise.resolve(this.#isSeen ? 'stop' : 'again');
    };
    this.#poller.start(check, () => undefined);
  }

  protected override render(): TemplateResult {
    const messages = messagesFor(this.#locale.tag) as NoteMessages;
    const value = this.#row;
    const onCopy = (): void => {
      if (value) void this.#copier.copy(value.key, value.copy, null);
    };
    const feedback = this.#copier.feedback;
    const copied = feedback && value ? { ...feedback, target: value } : undefined;
    return html`<h2 class="tone">${messages.note.title}</h2>
      <ul>
        ${this.list.map((item) => html`<li>${item}</li>`)}
      </ul>
      <dl>
        ${
          value
            ? rowView(value, { isPrimary: true }, { messages, merchant: messages.merchant, copied, onCopy })
            : nothing
        }
      </dl>
      <p role="status">${this.#isSeen ? messages.note.seen : nothing}</p>`;
  }
}

/** Registers the element under `tag`. */
export function define(tag: string): void {
  defineElement(DepositNote, tag, customElements);
}
