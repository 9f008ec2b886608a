// The shop's own script, as a merchant would write it: the settings of the page.
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
