import type { AmountError } from 'deposit-slip/core';
import type { AccountKind } from '../../issuing/index.js';
import type { UnmatchedReason } from '../../ledger/reconcile.js';
import type { InputReason } from '../payment.js';
import type { Delays, Effect, Sums, Trial } from './texts.js';

type Every<Name extends string, Text = string> = Readonly<Record<Name, Text>>;

/** English. */
export const en = {
  bank: 'Test Bank',
  simulator: 'Simulator',
  // The payer's own account, at the bank of one country.
  own: (fiat: string) => `Account in ${fiat}`,
  notice: 'For testing only. No real money moves.',
  languages: 'Language',
  backTo: (place: string) => `Back to ${place}`,
  notFound: 'This page does not exist.',
  start: {
    title: 'Pay',
    code: 'With a code',
    codeLabel: 'Pix code, or the text of a QR code',
    codes: { pix: 'Pix code (copia e cola)', qr: 'Text of a QR code' },
    account: 'To an account',
    // Unfolds the fields that only some accounts need.
    more: 'Routing number or reference',
    routing: 'Routing number (ABA)',
    submit: 'Continue',
    qrTitle: 'Pay with a QR code',
    qrImage: 'QR code of this payment',
  },
  pay: {
    transfer: 'Bank transfer',
    transferBy: (rail: string) => `${rail} transfer`,
    wire: 'Wire transfer',
    title: (merchant: string) => `Pay ${merchant}`,
    accounts: {
      clabe: 'CLABE',
      cvu: 'CVU',
      cbu: 'CBU',
      iban: 'IBAN',
      cci: 'CCI',
      account: 'account number',
      alias: 'alias',
      'pix-key': 'Pix key',
    } satisfies Every<AccountKind> as Every<AccountKind>,
    beneficiary: 'Beneficiary',
    noBeneficiary: 'Enter the name of the beneficiary.',
    noRouting: 'Enter the routing number.',
    nameMatches: (holder: string) => `The name matches: ${holder}.`,
    nameDiffers: 'This name is not the account holder’s. Your money could go to somebody else.',
    // The bank of a CLABE.
    toBank: 'Bank',
    testBank: 'Test bank',
    reference: 'Reference',
    amount: (fiat: string) => `Amount in ${fiat}`,
    hint: 'Check the name and the amount before you pay.',
    // At a bank that does not know the account's holder.
    hintUnnamed: 'Check the account and the amount before you pay.',
    submit: 'Pay',
    source: { copied: 'Pasted', scanned: 'Scanned' },
    test: 'Test…',
    orTry: 'Or see what happens if…',
    trials: {
      part: 'you pay less',
      more: 'you pay more',
      twice: 'you pay twice',
      late: 'the money arrives late',
      return: 'the money is sent back',
      refuse: 'the bank declines the payment',
    } satisfies Every<Trial> as Every<Trial>,
    effects: {
      part: ({ difference }) => `The bank sends ${difference} less.`,
      more: ({ difference }) => `The bank sends ${difference} more.`,
      twice: (_, { twice }) => `The same amount arrives again after ${twice} seconds.`,
      late: (_, { late }, lateness) =>
        `The sandbox’s clock moves forward by ${lateness}, and the money arrives after ${late} seconds. You can close the shop’s page first.`,
      return: (_, { return: seconds }) => `The money arrives, and is sent back after ${seconds} seconds.`,
      refuse: () => 'Nothing is sent, and nothing arrives.',
    } satisfies Every<Trial, Effect> as Every<Trial, Effect>,
  },
  outcome: {
    paid: 'Payment sent',
    late: 'On its way',
    refused: 'Payment declined',
    to: (merchant: string) => `to ${merchant}`,
    // The bank knows the payee, but not whether the money arrived.
    sent: (payee: string) => `Sent to ${payee}`,
    unmatched: {
      'no details': 'The deposit arrived without any details, so it was not credited.',
      unknown: 'The deposit arrived, but no account matches its details. It was not credited.',
      'no reference': 'The deposit arrived without a reference of this account, so it was not credited.',
      contradiction: 'The deposit arrived, but its details contradict each other. It was not credited.',
      'other merchant':
        'The deposit arrived, but the account belongs to another merchant. It was not credited.',
      'other currency': 'The deposit arrived, but the account is in another currency. It was not credited.',
      'account not active': 'The deposit arrived, but the account is not active. It was not credited.',
    } satisfies Every<UnmatchedReason> as Every<UnmatchedReason>,
    part: 'The bank sent less than the amount you entered.',
    more: 'The bank sent more than the amount you entered.',
    twice: ({ twice }: Delays) => `The same amount arrives again ${twice} seconds after you paid.`,
    return: ({ return: seconds }: Delays) => `The money is sent back ${seconds} seconds after you paid.`,
    returned: 'The money was sent back to your account.',
    lateText: ({ late }: Delays, lateness: string) =>
      `By the sandbox’s clock, it is ${lateness} later now. The money arrives ${late} seconds after you paid. Until then you can close the shop’s page, or this one.`,
    refusedText: 'The bank declined this payment. Nothing was sent, and nothing will arrive.',
    method: 'Payment method',
    account: 'Account',
    deposit: 'Deposit number',
    again: 'Pay this again',
    somethingElse: 'Pay something else',
  },
  agreement: {
    title: 'Agreement',
    heading: (fiat: string) => `Open an account in ${fiat}`,
    request: (merchant: string, fiat: string) => `${merchant} wants to open an account in ${fiat}.`,
    alsoUsd: 'The account also accepts USD.',
    accept: 'Accept',
    reject: 'Reject',
    reason: 'Reason for rejecting',
    optional: '(optional)',
    because: (reason: string) => `Reason: ${reason}`,
    accepted: 'You have accepted the agreement.',
    rejected: 'You have rejected the agreement.',
  },
  inputErrors: {
    'incomplete code': 'This code is incomplete. Copy it again and paste all of it.',
    'foreign code': 'This code is valid, but this sandbox did not issue it. Nothing was paid.',
    'unknown link': 'We do not recognize this payment link. Ask for a new one.',
    'unknown account': 'This account does not exist. Check that you copied it in full.',
    'other bank': 'This account is at another bank. Check the routing number.',
  } satisfies Every<InputReason> as Every<InputReason>,
  amountErrors: {
    empty: () => 'Enter the amount to pay.',
    form: ({ example }) => `Enter the amount in digits, such as ${example}.`,
    symbol: () => 'Enter numbers only, without letters or symbols.',
    currency: ({ fiat }) => `Enter the amount in ${fiat}.`,
    decimals: () => 'Use no more than two decimal places.',
    zero: () => 'Enter an amount above zero.',
    'too-small': ({ least, difference }) => `Enter at least ${least}: the bank sends ${difference} less.`,
    'too-large': () => 'This amount is too large.',
  } satisfies Every<AmountError, (sums: Sums) => string> as Every<AmountError, (sums: Sums) => string>,
};

/** Every text of the simulator's pages: a language is one complete table of them. */
export type Texts = typeof en;
