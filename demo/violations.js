// Loaded before anything else: says on the page, where nobody can miss it, what broke the page's own policy.
const root = document.documentElement;
root.dataset.violations = '0';

document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
  root.dataset.violations = String(Number(root.dataset.violations) + 1);
  const line = document.createElement('p');
  line.className = 'violation';
  line.setAttribute('role', 'alert');
  line.textContent = `This broke the page's Content-Security-Policy: ${violatedDirective} ${blockedURI} ${sample}`;
  document.body?.prepend(line);
});
