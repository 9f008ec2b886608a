/** Sets properties of the element before it is defined, then lets the script-tag file load. */
const slip = document.querySelector('deposit-slip')!;
slip.replaceChildren();
Object.assign(slip, {
  answer: { fiat: 'MXN', fieldList: { 'Cuenta CLABE': '002010077777777771' } },
  merchantName: 'Tienda Sol',
});
void fetch('/script-tag/open');
