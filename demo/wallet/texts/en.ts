import type { WalletTexts } from './texts.js';

export const en: WalletTexts = {
  name: 'Sol Wallet',
  balance: 'Available balance',
  currency: 'Currency',
  add: 'Add money',
  tabs: 'Wallet',
  home: 'Home',
  deposits: 'Deposits',
  close: 'Close',
  done: 'Back to the wallet',
  received: (sum) => `${sum} received`,
  justNow: 'just now',
  phone: 'What you copy in the wallet is pasted into this test bank. No money moves.',
  see: 'See the wallet',
};
