// The shop's own script, as a merchant would write it: the settings of the page, and a link that pays a slip in the simulator.
const sandbox = document.querySelector('meta[name="sandbox"]').content;
const query = new URLSearchParams(location.search);

const lang = document.querySelector('#lang');
const theme = document.querySelector('#theme');
lang.value = [...lang.options].some(({ value }) => value === query.get('lang')) ? query.get('lang') : 'en';
theme.value = [...theme.options].some(({ value }) => value === query.get('theme'))
  ? query.get('theme')
  : 'auto';

function apply() {
  document.documentElement.lang = lang.value;
  document.documentElement.className = theme.value;
  for (const slip of document.querySelectorAll('deposit-slip')) slip.setAttribute('theme', theme.value);
  const settings = new URLSearchParams({ lang: lang.value, theme: theme.value });
  history.replaceState(null, '', `?${settings}`);
}
lang.addEventListener('change', apply);
theme.addEventListener('change', apply);
apply();

/** The address that pays a slip in the simulator: the payment link itself, or the simulator with the code or account. */
function simulatorAddress({ code, links, rows }) {
  const link = links.find(({ role }) => role === 'link');
  if (link) return link.href;
  const value = (kind) => rows.find((row) => row.kind === kind)?.copy;
  const order = code ? { code: code.payload } : { account: value('clabe') ?? value('iban') ?? '' };
  const reference = value('message');
  return `${sandbox}/sandbox/pay?${new URLSearchParams({ ...order, ...(reference && { reference }) })}`;
}

document.addEventListener('deposit-ready', ({ target, slip }) => {
  const link = target.parentElement.querySelector('.pay a');
  link.href = simulatorAddress(slip);
  link.hidden = false;
});
for (const name of ['deposit-problem', 'deposit-arrived', 'deposit-method'])
  document.addEventListener(name, ({ target }) => {
    target.parentElement.querySelector('.pay a').hidden = true;
  });
