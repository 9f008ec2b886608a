import { html, LitElement, nothing, type TemplateResult } from 'lit';
import type { Action, Console } from './actions.js';
import { text } from './format.js';
import { FORMS } from './forms.js';
import { activationActions, LISTS } from './lists.js';
import { formFields } from './render/form.js';
import { ledgerView } from './render/ledger.js';
import { listTable, shownRows } from './render/list.js';
import { merchantsView, waitingOf } from './render/merchants.js';
import { button } from './render/parts.js';
import { requestsView } from './render/requests.js';
import { header, help, navigation, statusLine, tokenForm } from './render/shell.js';
import { listRequests, requestActions } from './requests.js';
import { takeKey } from './one-time-key.js';
import { Store } from './store.js';
import { styles } from './styles/index.js';
import { EVERYWHERE, viewOf, VIEWS } from './views.js';

/** The sandbox's console: its merchants, money, requests and faults, on one page. */
export class SandboxConsole extends LitElement {
  static override styles = styles;

  readonly #store = new Store(() => this.requestUpdate());
  readonly #listeners = new AbortController();
  /** The focused element before the new state was rendered. */
  #focused: Element | null = null;
  /** Moves the focus once the next state is rendered. */
  #focusNext: string | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = this.#listeners;
    window.addEventListener('hashchange', () => this.#onHash(), { signal });
    window.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    this.#show();
    void this.#store.signIn(takeKey());
  }

  override disconnectedCallback(): void {
    this.#listeners.abort();
    this.#store.stop();
    super.disconnectedCallback();
  }

  /** Opening a one-time URL in a tab of the console changes only the fragment. */
  #onHash(): void {
    const key = takeKey();
    if (key === '') this.#show();
    else void this.#store.signIn(key);
  }

  #show(): void {
    this.#store.show(location.hash.slice(1));
    document.title = `${viewOf(this.#store.state.view).title} · Sandbox console`;
  }

  get #console(): Console {
    const { api, state, update, run, older } = this.#store;
    return { api, state, update, run, older, open: (form, values) => this.#open(form, values) };
  }

  #open(form: string, values: Readonly<Record<string, string>> = {}): void {
    const all = this.#store.state.values;
    const typed = Object.keys(values).length > 0 ? values : all[form];
    this.#store.update({
      values: { ...all, [form]: typed ?? {} },
      dialog: form,
      openings: this.#store.state.openings + 1,
      formError: '',
    });
  }

  protected override willUpdate(): void {
    this.#focused = this.shadowRoot?.activeElement ?? null;
  }

  protected override updated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    const { dialog: wanted } = this.#store.state;
    if (dialog && wanted !== undefined && !dialog.open) {
      dialog.showModal();
      // A form without fields cannot be undone, so Close gets the focus.
      const field = dialog.querySelector<HTMLElement>('form :is(input, select), label input');
      (field ?? dialog.querySelector<HTMLElement>('.dialog-head button'))?.focus();
    }
    if (dialog?.open && wanted === undefined) dialog.close();
    if (this.#focusNext === undefined) this.#keepFocus();
    else this.renderRoot.querySelector<HTMLElement>(this.#focusNext)?.focus();
    this.#focusNext = undefined;
  }

  /**
   * If the focused element is gone, its row or the title gets the focus, so that keyboard users keep their
   * place.
   */
  #keepFocus(): void {
    const isGone = this.#focused !== null && !this.#focused.isConnected;
    if (!isGone || this.shadowRoot?.activeElement) return;
    const { selected } = this.#store.state;
    const row = this.#rows().find(({ dataset }) => dataset['key'] === selected);
    if (row) focusRow(row);
    else this.renderRoot.querySelector<HTMLElement>('#title, #token')?.focus();
  }

  /** The rows that take the focus. */
  #rows(): readonly HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>('main [data-key]:not(.detail)')];
  }

  #onKey(event: KeyboardEvent): void {
    const [target] = event.composedPath();
    const { state } = this.#store;
    const isField =
      target instanceof Element && target.matches('input:not([type=checkbox]), select, textarea');
    if (event.key === 'Escape' && isField && state.dialog === undefined) (target as HTMLElement).blur();
    // Holding a key moves on but sends nothing twice.
    if (event.repeat && event.key !== 'j' && event.key !== 'k') return;
    const isTyping = isField || event.ctrlKey || event.metaKey || event.altKey;
    if (isTyping || state.dialog !== undefined || state.token === '') return;
    if (this.#press(event.key)) event.preventDefault();
  }

  /** Runs the action of a key. False if it has none. */
  #press(key: string): boolean {
    const { update, state } = this.#store;
    if (key === '?') update({ dialog: 'help' });
    else if (!state.hasShortcuts) return false;
    else if (key === 'Escape' && state.opened !== '') void this.#store.toggle(state.opened);
    else if (key === '/') this.renderRoot.querySelector<HTMLElement>('#filter')?.focus();
    else if (key === 'j' || key === 'k') this.#step(key === 'j' ? 1 : -1);
    else if (key === 'h' && state.view === 'requests') void this.#store.hidePolls(!state.hidesPolls);
    else if (/^\d$/.test(key)) this.#go(VIEWS[(Number(key) + 9) % 10]!.id);
    else {
      const action = this.#actions().find((each) => each.key === key);
      action?.act(this.#console);
      return action !== undefined;
    }
    return true;
  }

  #go(view: string): void {
    this.#focusNext = '#title';
    // No `hashchange` follows if the view is shown already.
    if (location.hash === `#${view}`) this.requestUpdate();
    else location.hash = view;
  }

  /** The actions that keys can trigger: of the selected row, of the view, and the global ones. */
  #actions(): readonly Action[] {
    const { state } = this.#store;
    return [...this.#rowActions(), ...viewOf(state.view).actions, ...EVERYWHERE];
  }

  #rowActions(): readonly Action[] {
    const { state } = this.#store;
    const { view, selected } = state;
    if (view === 'requests') {
      const row = listRequests(state).shown.find((each) => text(each, 'id') === (selected || state.opened));
      return row ? requestActions(row) : [];
    }
    if (view === 'merchants') return waitingOf(state).slice(0, 1).flatMap(activationActions);
    const list = LISTS[view];
    const found = list && shownRows(list, state).find(({ key }) => key === selected);
    return found ? (list.actions?.(found.row, state) ?? []) : [];
  }

  /** Moves the focus to the next or the previous row. */
  #step(by: number): void {
    const all = this.#rows();
    const at = all.findIndex(({ dataset }) => dataset['key'] === this.#store.state.selected);
    const row = all[at < 0 ? 0 : Math.min(Math.max(at + by, 0), all.length - 1)];
    if (row) focusRow(row);
  }

  #select(event: FocusEvent): void {
    const key = (event.target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'];
    if (key !== undefined && key !== this.#store.state.selected) this.#store.update({ selected: key });
  }

  protected override render(): TemplateResult | typeof nothing {
    const { state } = this.#store;
    if (state.token === '') return this.#entrance();
    const console = this.#console;
    return html`<div class="frame">
      <div class="stripe"></div>
      ${header(console)} ${navigation(console)}
      <main @focusin=${(event: FocusEvent) => this.#select(event)}>${this.#main(console)}</main>
      ${statusLine(state)} ${this.#dialog(console)}
    </div>`;
  }

  /** Nothing until it is known whether the tab has access, which takes a moment. */
  #entrance(): TemplateResult | typeof nothing {
    const { state } = this.#store;
    if (state.signInHint === undefined && state.formError === '') return nothing;
    return tokenForm(state, (token) => void this.#store.start(token));
  }

  #main(console: Console): TemplateResult {
    const { state } = this.#store;
    const view = viewOf(state.view);
    return html`<div class="bar">
        <h2 id="title" tabindex="-1">${view.title}</h2>
        ${view.id === 'merchants' ? nothing : this.#filter()}
        ${view.actions.map((action) => button(console, action))}
      </div>
      ${this.#content(console, view.id)}`;
  }

  #filter(): TemplateResult {
    const { state, update } = this.#store;
    const hint = state.view === 'requests' ? 'route:transfer status:>=400' : 'Filter';
    return html`<input
      id="filter"
      type="search"
      aria-label="Filter"
      placeholder=${hint}
      .value=${state.filter}
      @input=${(event: Event) => update({ filter: (event.target as HTMLInputElement).value })}
    />`;
  }

  #content(console: Console, view: string): TemplateResult {
    if (view === 'requests') {
      const toggle = (id: string) => void this.#store.toggle(id);
      const hidePolls = (isHidden: boolean) => void this.#store.hidePolls(isHidden);
      return requestsView(console, { toggle, hidePolls });
    }
    if (view === 'merchants') return merchantsView(console);
    return view === 'ledger' ? ledgerView(console) : listTable(LISTS[view]!, console);
  }

  #dialog(console: Console): TemplateResult {
    const { dialog } = this.#store.state;
    const close = () => this.#store.update({ dialog: undefined, formError: '' });
    const title = dialog === 'help' ? 'Keys' : (FORMS[dialog ?? '']?.title ?? '');
    // The event is dispatched after the dialog has closed, so another one may be open by then.
    const closed = (event: Event) => (event.target as HTMLDialogElement).open || close();
    return html`<dialog aria-labelledby="dialog-title" @cancel=${close} @close=${closed}>
      <div class="dialog-head">
        <h2 id="dialog-title">${title}</h2>
        <button type="button" class="button plain" @click=${close}>
          Close<kbd aria-hidden="true">Esc</kbd>
        </button>
      </div>
      ${
        dialog === undefined
          ? nothing
          : dialog === 'help'
            ? help(console)
            : formFields(dialog, console, (id) => void this.#store.send(id))
      }
    </dialog>`;
  }
}

/** Focuses a row, or the button in it that opens it. */
function focusRow(row: HTMLElement): void {
  (row.querySelector<HTMLElement>('.opener') ?? row).focus();
}
