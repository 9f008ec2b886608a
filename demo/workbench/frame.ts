/**
 * The frame of the workbench: one element on a plain page. It reports to the workbench what the element does.
 */
import type { Slip } from 'deposit-slip/element';
import { SITUATIONS } from '../situations/index.js';
import { ENDPOINT, type Shown, type Situation } from '../situations/situation.js';
import { payeeAddress } from '../phone/address.js';
import { EVENTS, fieldsOf, timeNow } from './frame-log.js';
import { HOST_CSS } from './host-css.js';
import type { FrameMessage, FrameState, SettingsMessage } from './messages.js';
import { MERCHANT, propertiesOf } from './properties.js';
import { readSettings, type Settings } from './settings.js';

const root = document.documentElement;
const container = document.querySelector<HTMLElement>('.container')!;
const presetSheet = Object.assign(document.createElement('link'), { rel: 'stylesheet' });
const hostSheet = new CSSStyleSheet();
document.adoptedStyleSheets = [hostSheet];

let settings = readSettings(new URLSearchParams(location.search));
let started = 0;
let ready: number | undefined;
let payment: FrameState['payment'];

const situation = SITUATIONS.find(({ id }) => id === settings.situation)!;
const tag = situation.tag ?? 'deposit-slip';
// Listening begins before the element is defined, so that its first event is logged too.
for (const name of EVENTS) document.addEventListener(name, onEvent);
applyPage(settings);
await customElements.whenDefined(tag);
const element = createElement(situation);
applyElement(settings);
new ResizeObserver(tellState).observe(root);
window.addEventListener('message', ({ data, origin, source }) => {
  const message = data as SettingsMessage;
  if (origin !== location.origin || source !== parent || message.type !== 'settings') return;
  settings = readSettings(new URLSearchParams(message.query));
  applyPage(settings);
  applyElement(settings);
  tellState();
});
if (situation.act) await act(situation);
await element.updateComplete;
tellState();

function createElement(shown: Situation): Shown {
  const inPage = container.querySelector<Shown>(tag);
  const created = inPage ?? document.createElement(tag);
  started = performance.now();
  const { endpoint, ...properties } = propertiesOf(shown, settings);
  Object.assign(created, {
    merchantName: MERCHANT,
    lang: settings.lang,
    ...properties,
    ...(endpoint !== undefined && { endpoint: freshEndpoint(endpoint) }),
  });
  if (shown.reaches) container.dataset['reaches'] = shown.reaches;
  if (!inPage) container.append(created);
  return created;
}

/** Each load is a separate payer, so that no choice and no slip of the previous one remains. */
function freshEndpoint(endpoint: string): string {
  if (endpoint !== ENDPOINT) return endpoint;
  return `${endpoint}?payer=${crypto.getRandomValues(new Uint32Array(1))[0]!.toString(36)}`;
}

/** Applies the settings of the page around the element. */
function applyPage({ theme, css, text, width, preset }: Settings): void {
  root.className = theme;
  root.dir = css === 'rtl' ? 'rtl' : 'ltr';
  hostSheet.replaceSync(`${HOST_CSS[css]!} :root { font-size: ${text}%; }`);
  container.style.setProperty('--width', `${width}px`);
  const href = `/themes/${preset}.css`;
  if (preset === 'none') presetSheet.remove();
  else if (presetSheet.getAttribute('href') !== href || !presetSheet.isConnected) {
    presetSheet.href = href;
    document.head.append(presetSheet);
  }
}

/** Applies the settings of the element. */
function applyElement({ lang, theme }: Settings): void {
  element.lang = lang;
  element.theme = theme as NonNullable<Shown['theme']>;
  const { watch = false } = propertiesOf(situation, settings);
  if ('watch' in element) element.watch = watch;
}

/** Performs the situation's action once its element is ready. */
async function act({ act: perform }: Situation): Promise<void> {
  await element.updateComplete;
  if (element.status === 'loading')
    await new Promise((resolve) => {
      for (const type of ['deposit-ready', 'deposit-arrived', 'deposit-list'])
        element.addEventListener(type, resolve, { once: true });
    });
  perform?.(element);
}

function onEvent(event: Event): void {
  tell({ type: 'event', name: event.type, time: timeNow(), fields: fieldsOf(event) });
  ready ??= Math.round(performance.now() - started);
  void Promise.resolve(element.updateComplete).then(tellState);
}

/** A tester pays the amount of the slip with one click. */
function paymentOf(slip: Slip): FrameState['payment'] {
  const address = payeeAddress(slip, 'en');
  if (address === undefined) return undefined;
  const { askedAmount: amount } = slip;
  const fields = Object.fromEntries(new URL(address, location.href).searchParams);
  return { ...fields, ...(amount !== undefined && { amount }) };
}

function tellState(): void {
  const { status, problem } = element;
  if (status === 'asking' || status === 'choosing') ready ??= Math.round(performance.now() - started);
  const slip = 'slip' in element ? element.slip : undefined;
  payment = slip && status === 'ready' ? paymentOf(slip) : undefined;
  tell({
    type: 'state',
    status,
    problem: problem?.kind ?? '',
    height: document.body.scrollHeight,
    overflow: root.scrollWidth - root.clientWidth,
    violations: Number(root.dataset['violations']),
    ready,
    payment,
  });
}

function tell(message: FrameMessage): void {
  if (parent !== window) parent.postMessage(message, location.origin);
}
