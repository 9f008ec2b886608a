/** The gallery: every method and state of the element side by side, live, with a log of every event. */
import type { DepositSlip } from 'deposit-slip/element';
import { SECTIONS, VIEWS, type Shown, type View } from '../views.js';
import { startLog } from './log.js';
import { readSettings, settingsControls } from './settings.js';

const main = document.querySelector<HTMLElement>('#views')!;
const log = document.querySelector<HTMLDetailsElement>('#log')!;
const inPage = document.querySelector<DepositSlip>('#in-the-page deposit-slip')!;
/** From this width on the log fits beside the views. */
const WIDE = '(min-width: 1000px)';

const presetSheet = Object.assign(document.createElement('link'), { rel: 'stylesheet' });

const query = new URLSearchParams(location.search);
/** The id of the only view to show. */
const only = query.get('view');
const isLogOpen = query.has('log') ? query.get('log') === 'open' : matchMedia(WIDE).matches;

startLog(log);
log.open = isLogOpen;
const ELEMENTS = 'deposit-slip, deposit-history';
await Promise.all(ELEMENTS.split(', ').map((tag) => customElements.whenDefined(tag)));
let settings = readSettings(query);
document.querySelector('.settings')!.append(
  ...settingsControls(settings, (changed, name) => {
    settings = changed;
    if (name === 'section') show();
    applySettings();
  }),
);
log.addEventListener('toggle', applySettings);
show();
applySettings();

/** Shows the views of the section. Views of another section are removed, and request their slip again when they return. */
function show(): void {
  const views = VIEWS.filter(({ id, section }) =>
    only === null ? settings.section === 'all' || settings.section === section : id === only,
  );
  main.replaceChildren(
    ...(only === null ? [] : [backLink()]),
    ...SECTIONS.flatMap((name) => {
      const members = views.filter(({ section }) => section === name);
      return members.length > 0 ? [sectionOf(name, members)] : [];
    }),
  );
  for (const view of views) if (view.act) void act(view);
}

/** Applies language, theme, preset and width to the elements on the page, without new requests. */
function applySettings(): void {
  const { lang, theme, preset, width } = settings;
  document.documentElement.className = theme;
  showPreset(preset);
  const column = width === 'fit' ? 'minmax(min(100%, 320px), 1fr)' : `${width}px`;
  main.style.setProperty('--column', column);
  for (const element of document.querySelectorAll<Shown>(ELEMENTS)) {
    element.lang = lang;
    element.theme = theme as NonNullable<Shown['theme']>;
  }
  const address = addressOf(only);
  history.replaceState(null, '', address);
  for (const link of main.querySelectorAll<HTMLAnchorElement>('figcaption a'))
    link.href = addressOf(link.closest('figure')!.id);
  main.querySelector<HTMLAnchorElement>('.back')?.setAttribute('href', addressOf(null));
}

/** Replaces the style sheet of the preset. */
function showPreset(preset: string): void {
  const href = `/themes/${preset}.css`;
  if (presetSheet.getAttribute('href') === href) return;
  presetSheet.remove();
  presetSheet.href = href;
  if (preset !== 'none') document.head.append(presetSheet);
}

/** The address of the page with its present settings. */
function addressOf(view: string | null): string {
  const all = new URLSearchParams({ ...settings, log: log.open ? 'open' : 'closed' });
  if (view !== null) all.set('view', view);
  return `/gallery?${all}`;
}

function backLink(): HTMLElement {
  const link = document.createElement('a');
  link.className = 'back';
  link.textContent = 'Show all views';
  return link;
}

function sectionOf(name: string, views: readonly View[]): HTMLElement {
  const section = document.createElement('section');
  const title = document.createElement('h2');
  title.textContent = name;
  const grid = document.createElement('div');
  grid.className = 'views';
  grid.append(...views.map(figureOf));
  section.append(title, grid);
  return section;
}

function figureOf(view: View): HTMLElement {
  const figure = document.createElement('figure');
  figure.id = view.id;
  if (view.reaches) figure.dataset['reaches'] = view.reaches;
  const caption = document.createElement('figcaption');
  const link = document.createElement('a');
  link.textContent = view.name;
  caption.append(link);
  figure.append(caption, elementOf(view));
  return figure;
}

function elementOf({ tag, properties, inPage: isInPage }: View): Shown {
  const element: Shown = isInPage ? inPage : document.createElement(tag ?? 'deposit-slip');
  return Object.assign(element, { merchantName: 'Tienda Sol', ...properties });
}

/** Performs the view's action once its element is ready. */
async function act({ id, act: perform }: View): Promise<void> {
  const element = document.querySelector<Shown>(`#${id} :is(${ELEMENTS})`)!;
  await element.updateComplete;
  if (element.status === 'loading')
    await new Promise((resolve) => {
      for (const type of ['deposit-ready', 'deposit-list'])
        element.addEventListener(type, resolve, { once: true });
    });
  perform?.(element);
}
