const root = document.documentElement;

try {
  document.body.innerHTML = '<p>text as markup</p>';
} catch (error) {
  root.dataset['refused'] = error instanceof Error ? error.name : String(error);
}
root.dataset['nonced'] = 'ran';
