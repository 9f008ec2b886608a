/** Sets the element up while it is nothing yet, and only then lets the script come. */
Object.assign(document.querySelector('deposit-slip')!, {
  answer: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '002010077777777771' } },
  merchantName: 'Tienda Sol',
});
void fetch('/script-tag/open');
