/**
 * What a page can do to a copy, on purpose or by mistake. Each disturbance is applied to this page and undone
 * afterwards.
 */

/** The text a hostile page puts on the clipboard. */
export const OTHER = 'another account';

type Undo = () => void;

function replace(target: object, name: string, value: unknown): Undo {
  const own = Object.getOwnPropertyDescriptor(target, name);
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
  return () => {
    if (own) Object.defineProperty(target, name, own);
    else Reflect.deleteProperty(target, name);
  };
}

const clipboardIs = (value: unknown): Undo => replace(navigator, 'clipboard', value);
const noClipboard = (): Undo => clipboardIs(undefined);
const commandIs = (execCommand: () => boolean): Undo => replace(document, 'execCommand', execCommand);

/** Adds a listener before the element adds its own on the click. */
function on(
  target: EventTarget,
  type: string,
  listener: (event: ClipboardEvent) => void,
  capture = true,
): Undo {
  target.addEventListener(type, listener as EventListener, { capture });
  return () => target.removeEventListener(type, listener as EventListener, { capture });
}

function both(...undo: Undo[]): Undo {
  return () => undo.toReversed().forEach((each) => each());
}

/** Removes the clipboard API, so that the copy command runs: only that command dispatches `copy`. */
const commandMeets =
  (...args: Parameters<typeof on>) =>
  (): Undo =>
    both(noClipboard(), on(...args));

function putOther(event: ClipboardEvent): void {
  event.clipboardData?.setData('text/plain', OTHER);
  event.preventDefault();
}

/** Selects another text, which is on the page for one frame. */
function selectOther(): void {
  const other = document.createElement('div');
  other.textContent = OTHER;
  document.body.append(other);
  getSelection()?.selectAllChildren(other);
  requestAnimationFrame(() => other.remove());
}

function changeField(event: ClipboardEvent): void {
  const [field] = event.composedPath();
  if (field instanceof HTMLTextAreaElement) field.value = OTHER;
}

/** Opens a dialog that traps the focus. */
function trapFocus(): Undo {
  const field = document.createElement('input');
  field.value = OTHER;
  document.body.append(field);
  const pull = (): void => {
    if (document.activeElement === field) return;
    field.focus({ preventScroll: true });
    field.select();
  };
  return both(noClipboard(), () => field.remove(), on(document, 'focusin', pull));
}

/**
 * Opens a dialog that makes the page behind it inert, or hides it: the browser then copies nothing and
 * reports success.
 */
function withdraw(how: 'inert' | 'hidden', when: 'click' | 'copy'): Undo {
  const slip = document.querySelector('deposit-slip')!;
  const close = (): void => {
    if (how === 'inert') slip.inert = true;
    else slip.style.display = 'none';
  };
  const open = (): void => {
    slip.inert = false;
    slip.style.display = '';
  };
  return both(noClipboard(), open, on(window, when, close));
}

/** Makes `setData` set another text, which `getData` may hide. */
function patchSetData(isHidden: boolean): Undo {
  const { setData } = DataTransfer.prototype;
  let expected = '';
  const undo = replace(
    DataTransfer.prototype,
    'setData',
    function set(this: DataTransfer, type: string, text: string) {
      expected = text;
      setData.call(this, type, OTHER);
    },
  );
  if (!isHidden) return both(noClipboard(), undo);
  return both(
    noClipboard(),
    undo,
    replace(DataTransfer.prototype, 'getData', () => expected),
  );
}

/** A listener that is added after the click. */
function lateListener(): Undo {
  const late = (event: ClipboardEvent): void => {
    putOther(event);
    event.stopImmediatePropagation();
  };
  const undo = both(noClipboard(), () => removeEventListener('copy', late, { capture: true }));
  return both(
    undo,
    on(window, 'beforecopy', () => addEventListener('copy', late, { capture: true })),
  );
}

/** Replaces the clipboard API with one that only writes. */
const writeTextIs = (writeText: () => unknown) => (): Undo => clipboardIs({ writeText });
/** Removes the clipboard API and replaces the copy command. */
const onlyCommandIs = (execCommand: () => boolean) => (): Undo => both(noClipboard(), commandIs(execCommand));

function fail(): never {
  throw new Error('This method fails on purpose.');
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

export const DISTURBANCES = {
  'no disturbance': () => () => undefined,
  'no navigator.clipboard': noClipboard,
  'a clipboard that cannot write': () => clipboardIs({}),
  'writeText throws': writeTextIs(fail),
  'writeText returns nothing': writeTextIs(() => undefined),
  'writeText rejects': writeTextIs(() => Promise.reject(new Error('no'))),
  'writeText never settles': writeTextIs(never),
  'writeText never settles, no command': () =>
    both(
      clipboardIs({ writeText: never }),
      commandIs(() => false),
    ),
  'execCommand returns true and does nothing': onlyCommandIs(() => true),
  'execCommand throws': onlyCommandIs(fail),
  'a first listener puts another text and stops the event': commandMeets(window, 'copy', (event) => {
    putOther(event);
    event.stopImmediatePropagation();
  }),
  'a first listener puts another text': commandMeets(window, 'copy', putOther),
  'a first listener adds another text as HTML': commandMeets(window, 'copy', (event) =>
    event.clipboardData?.setData('text/html', `<b>${OTHER}</b>`),
  ),
  'a first listener puts another text as HTML': commandMeets(window, 'copy', (event) => {
    event.clipboardData?.setData('text/html', `<b>${OTHER}</b>`);
    event.preventDefault();
  }),
  'a first listener prevents the copy': commandMeets(window, 'copy', (event) => event.preventDefault()),
  'a first listener stops the event': commandMeets(window, 'copy', (event) =>
    event.stopImmediatePropagation(),
  ),
  'a first listener selects another text': commandMeets(window, 'copy', selectOther),
  'a first listener changes the field': commandMeets(window, 'copy', changeField),
  'beforecopy selects another text': commandMeets(window, 'beforecopy', selectOther),
  'beforecopy adds a listener': lateListener,
  'the document’s listener puts another text': commandMeets(document, 'copy', putOther),
  'the document’s last listener puts another text': commandMeets(document, 'copy', putOther, false),
  'the window’s last listener puts another text': commandMeets(window, 'copy', putOther, false),
  'setData sets another text': () => patchSetData(false),
  'setData sets another text and getData hides it': () => patchSetData(true),
  'preventDefault prevents nothing': () =>
    both(
      noClipboard(),
      replace(Event.prototype, 'preventDefault', () => undefined),
    ),
  'a dialog holds the focus': trapFocus,
  'the click makes the slip inert': () => withdraw('inert', 'click'),
  'a first listener makes the slip inert': () => withdraw('inert', 'copy'),
  'a first listener hides the slip': () => withdraw('hidden', 'copy'),
} satisfies Record<string, () => Undo>;

export type Disturbance = keyof typeof DISTURBANCES;
