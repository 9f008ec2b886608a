/**
 * What a slip says about what the payer's bank shows: every method, content of a code and language, compared
 * with a separate table (docs/what-banks-show.md).
 */
import { expect } from '@open-wc/testing/pure';
import { engine } from '../browsers/commands.js';
import { AR_QR, PIX, PIX_KEY, WRONG_PIX } from '../fixtures/instruments.js';
import { METHODS, methodOf } from '../../src/core/methods.js';
import { formatSum } from '../../src/core/money.js';
import { LOCALES } from '../../src/widget/all-locales.js';
import { fill, numberLocale } from '../../src/widget/shared/i18n/formatting.js';
import { messagesFor } from '../../src/widget/shared/i18n/registry.js';
import type { Messages } from '../../src/widget/shared/i18n/types.js';
import { sampleOf } from '../proofs/scale.js';
import { mount } from './helpers/mount.js';
import { part, parts, textOf } from './helpers/queries.js';
import { sampleFields } from './helpers/samples.js';

/** The texts of a slip about what the bank shows, with the name and the sum in them. */
interface Promised {
  /** The last step of a transfer, or the second step of a page. `blocked`: there are no steps. */
  readonly confirm: keyof Messages['stepConfirm'] | 'page' | 'blocked';
  /** The name in the last step. */
  readonly name?: string;
  /** The name that the bank shows, as a separate line. */
  readonly fact?: { readonly name: string };
  /** Whether one of the rows is an amount to enter beside a code. */
  readonly isTyped?: boolean;
}

interface Case extends Promised {
  readonly id: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly amount?: string;
}

const BENEFICIARY = 'Sol SA';
const LINK = 'https://pay.example.com/l/1';
const FULANO = 'Fulano de Tal';
const DEMO = 'COMERCIO DEMO';

/** The same, with and without an amount to pay. */
function both(id: number, fields: Case['fields'], promised: Omit<Promised, 'confirm'> = {}): Case[] {
  return [
    { id, fields, confirm: 'none', ...promised },
    { id, fields, amount: '1500.00', confirm: 'amount', ...promised },
  ];
}

function pixCases(id: number, key: string): Case[] {
  return [
    { id, fields: { [key]: PIX.random }, confirm: 'name', name: FULANO },
    { id, fields: { [key]: PIX.random }, amount: '20.00', confirm: 'typed', name: FULANO, isTyped: true },
    { id, fields: { [key]: PIX.withAmount }, confirm: 'both', name: 'LOJA DEMO' },
    { id, fields: { [key]: PIX.withAmount }, amount: '10.00', confirm: 'both', name: 'LOJA DEMO' },
    { id, fields: { [key]: PIX.withAmount }, amount: '11.00', confirm: 'blocked' },
    { id, fields: { [key]: PIX.dynamicWithAmount }, confirm: 'named', name: FULANO },
    { id, fields: { [key]: PIX.dynamicWithAmount }, amount: '20.00', confirm: 'both', name: FULANO },
    { id, fields: { [key]: WRONG_PIX.otherAmount }, confirm: 'blocked' },
    ...both(id, { pixKey: PIX_KEY }),
  ];
}

const CASES: readonly Case[] = [
  ...[105, 72, 58].flatMap((id) => both(id, sampleFields(id))),
  ...both(63, sampleFields(63), { fact: { name: BENEFICIARY } }),
  { id: 137, fields: { qrCode: AR_QR[0] }, amount: '1500.00', confirm: 'both', name: DEMO },
  { id: 137, fields: { qrCode: AR_QR[0] }, amount: '1600.00', confirm: 'blocked' },
  { id: 137, fields: { qrCode: AR_QR[2] }, amount: '1500.00', confirm: 'typed', name: DEMO, isTyped: true },
  { id: 137, fields: { qrCodeLink: LINK }, amount: '1500.00', confirm: 'amount' },
  { id: 68, fields: { paymentLink: LINK }, amount: '1500.00', confirm: 'page' },
  { id: 68, fields: { paymentLink: LINK }, confirm: 'page' },
  ...both(68, { alias: 'sandbox.k7qhw2m9' }),
  ...pixCases(90, 'Pix copia e cola'),
  ...pixCases(92, 'qrCode'),
  { id: 95, fields: sampleFields(95), amount: '1500.00', confirm: 'page' },
  ...[81, 82, 83, 84].flatMap((id) => both(id, sampleFields(id))),
  ...both(85, sampleFields(85), { fact: { name: 'Tienda Sol SA' } }),
];

const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The step that says what to check, in a language. */
function stepOf({ id, confirm, name, amount, fields }: Case, tag: string): string | undefined {
  const { stepConfirm, stepPay } = messagesFor(tag);
  if (confirm === 'blocked') return undefined;
  const sum = amount ?? (Object.values(fields).includes(PIX.withAmount) ? '10.00' : undefined);
  const { fiat } = methodOf(id)!;
  const values = { name, amount: sum && formatSum(sum, fiat, numberLocale(tag, fiat)) };
  const text = confirm === 'page' ? stepPay[sum ? 'amount' : 'none'] : stepConfirm[confirm];
  return plain(fill(text, values));
}

function factOf({ fact }: Case, tag: string): string | undefined {
  const { payee, payeeOther } = messagesFor(tag);
  if (fact === undefined) return undefined;
  return plain(fill(payee, fact) + payeeOther);
}

describe(`what a slip says about the bank in ${engine}`, () => {
  it('is tested for every method', () => {
    expect(CASES.map(({ id }) => id)).to.include.members(METHODS.map(({ id }) => id));
  });

  for (const tag of Object.keys(LOCALES))
    it(`follows from the rail and the code in ${tag}`, async () => {
      const { payee, cuit, amount: label, amountToType } = messagesFor(tag);
      const [promise] = payee.split('{name}');
      for (const example of tag === 'en' ? CASES : sampleOf(CASES, 12)) {
        const { id, fields, amount, isTyped } = example;
        const answer = { fiat: methodOf(id)!.fiat, fieldList: fields };
        const attributes = { paymentId: String(id), lang: tag, beneficiaryName: BENEFICIARY };
        const slip = await mount({ ...attributes, answer, ...(amount && { amount }) });
        const what = `${id} ${JSON.stringify(fields)} ${amount}`;
        const steps = [...slip.shadowRoot!.querySelectorAll('.steps li')].map((step) =>
          plain(step.textContent),
        );
        const step = stepOf(example, tag);
        if (step === undefined) expect(steps, what).to.have.length(0);
        else expect(steps, what).to.include(step);
        const fact = factOf(example, tag);
        const facts = plain(parts(slip, 'facts')[0]?.textContent ?? '');
        if (fact === undefined) {
          expect(textOf(slip), what).not.to.contain(cuit);
          expect(facts, what).not.to.contain(promise!.trim());
        } else expect(facts.replaceAll(' ', ''), what).to.contain(fact.replaceAll(' ', ''));
        const shown = slip.shadowRoot!.querySelector('[data-derived="amount"] dt')?.textContent;
        if (shown !== undefined && step !== undefined)
          expect(shown, what).to.equal(isTyped ? amountToType : label);
        expect(textOf(slip), what).not.to.match(/[{}]/);
        slip.remove();
      }
    });

  it('is the CUIT of an account only, if no one is named', async () => {
    const { cuit } = messagesFor('en');
    const fieldList = sampleFields(63);
    const slip = await mount({ paymentId: '63', answer: { fiat: 'ARS', fieldList } });
    expect(part(slip, 'facts').textContent).to.contain(cuit);
    const wrong = { ...fieldList, CUIT: '30000010011' };
    expect(
      textOf(await mount({ paymentId: '63', answer: { fiat: 'ARS', fieldList: wrong } })),
    ).not.to.contain(cuit);
    const unknown = await mount({ paymentId: '9', answer: { fiat: 'ARS', fieldList } });
    expect(textOf(unknown), 'a rail that nobody knows').not.to.contain(cuit);
  });
});
