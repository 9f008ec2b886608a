// Loaded first: shows every violation of the page's Content-Security-Policy at the top of the page.
const root = document.documentElement;
root.dataset.violations = '0';

document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  root.dataset.violations = String(Number(root.dataset.violations) + 1);
  const line = document.createElement('p');
  line.className = 'violation';
  line.setAttribute('role', 'alert');
  line.textContent = `Content-Security-Policy violation: ${violatedDirective} ${blockedURI} ${sample}`;
  document.body?.prepend(line);
});
