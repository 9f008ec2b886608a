const find = (selector) => document.querySelector(selector);

find('button')?.addEventListener('click', async () => {
  await fetch('/checkout', { method: 'POST' });
  find('button').replaceWith(find('template').content);
});

addEventListener('deposit-arrived', ({ payment }) => {
  find('p').textContent = `Paid: ${payment?.received}`;
});
