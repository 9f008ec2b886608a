import type { ShopTexts } from './texts.js';

export const en: ShopTexts = {
  country: 'Country',
  change: 'Change',
  pay: 'Pay for your order',
  thanks: (name) => `Thank you, ${name}`,
  order: (number, date) => `Order ${number} · ${date}`,
  preparing: (number) => `Order ${number} · we are preparing it now`,
  steps: {
    placed: 'Order placed',
    payment: 'Payment',
    waiting: 'waiting',
    paid: 'Paid',
    preparation: 'Preparation',
    whenPaid: 'once paid',
    today: 'today',
    delivery: 'Delivery',
  },
  yourOrder: 'Your order',
  dripper: ['Ceramic coffee dripper', 'Bone white, with a 400\u00a0ml jug'],
  cup: ['Glazed clay mug', 'Midnight blue, 250\u00a0ml'],
  quantity: (count) => `Quantity: ${count}`,
  products: 'Products',
  shipping: 'Standard shipping',
  total: 'Total, taxes included',
  payment: 'Payment',
  account: {
    part: (received, missing) =>
      `We received ${received}. ${missing} is still missing to complete your order.`,
    over: (received, excess) =>
      `We received ${received}, ${excess} more than your order total. Write to us and we will send the difference back.`,
    returned: (sum) => `A payment of ${sum} was sent back. Your order is waiting for payment again.`,
  },
  open: { title: 'Your other unpaid orders', pay: 'Pay' },
  payments: {
    link: 'See payments for this order',
    title: (number) => `Payments for order ${number}`,
    back: 'Back to the order',
  },
  again: 'Continue shopping',
  deliverTo: 'Delivery',
  wallet: {
    title: 'Sol Wallet',
    text: 'Add money once, and pay for your next orders instantly.',
    add: 'Add money',
  },
  questions: 'Questions about your payment?',
  write: 'Write to us',
  returns: '30-day returns',
  phone: {
    title: 'The payer’s phone',
    text: 'What you copy in the shop is pasted into this test bank. No money moves.',
    scan: 'Scan the QR code',
    open: 'Open the test bank',
    close: 'Close the test bank',
    frame: 'Test bank',
  },
};
