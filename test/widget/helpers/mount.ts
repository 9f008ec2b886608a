import { fixture, fixtureCleanup } from '@open-wc/testing/pure';
import '../../../src/index.js';
import type { DepositSlip } from '../../../src/widget/deposit-slip/deposit-slip.js';
import { sampleAnswer } from './samples.js';

afterEach(fixtureCleanup);

/** Attributes of the element, by the names of their properties. `answer` is set as a property. */
export interface Attributes extends Partial<DepositSlip> {
  /** The text of a JSON script inside the element. */
  inline?: string;
  /** Width of the container in px. Every view adapts to its container, not to the window. */
  width?: number;
}

/** Mounts an element with these attributes and waits for its first update. English by default. */
export async function mount({ width, answer, inline, ...attributes }: Attributes = {}): Promise<DepositSlip> {
  const parentNode = document.createElement('div');
  if (width !== undefined) parentNode.style.width = `${width}px`;
  const slip = document.createElement('deposit-slip');
  for (const [name, value] of Object.entries({ lang: 'en', ...attributes })) {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === 'boolean') slip.toggleAttribute(attribute, value);
    else if (typeof value === 'string' || typeof value === 'number')
      slip.setAttribute(attribute, String(value));
  }
  if (answer) slip.answer = answer;
  if (inline !== undefined) {
    const script = document.createElement('script');
    script.type = 'application/json';
    script.textContent = inline;
    slip.append(script);
  }
  return fixture<DepositSlip>(slip, { parentNode });
}

/** Mounts an element and waits until it has a status, which it must already be about to reach. */
export async function mountUntil(
  status: DepositSlip['status'],
  attributes: Attributes,
): Promise<DepositSlip> {
  return untilStatus(await mount(attributes), status);
}

/** Mounts an element that shows the sample response of a method. */
export function mountSample(id: number, attributes: Attributes = {}): Promise<DepositSlip> {
  return mount({ paymentId: String(id), answer: sampleAnswer(id), ...attributes });
}

/** Waits until an element has a status, which it must already be about to reach. */
export async function untilStatus(slip: DepositSlip, status: DepositSlip['status']): Promise<DepositSlip> {
  await until(() => slip.status === status);
  await slip.updateComplete;
  return slip;
}

/** Waits, frame by frame, until a condition holds. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await nextFrame();
}

/** Resolves at the next animation frame. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => resolve()));
}

/** Moves an element to another parent in the document. */
export async function move(slip: DepositSlip): Promise<void> {
  (await fixture<HTMLElement>(document.createElement('div'))).append(slip);
}

/** Sets properties of an element and waits until it shows them. */
export async function update(
  slip: DepositSlip,
  properties: { readonly [Name in keyof DepositSlip]?: unknown },
): Promise<void> {
  await Object.assign(slip, properties).updateComplete;
}
