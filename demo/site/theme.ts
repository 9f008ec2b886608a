/** The color schemes, in the order of the header's button. */
const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

/** Lets the header's button change the color scheme of this page and of pages that the visitor opens next. */
export function startTheme(onChange: (theme: Theme) => void = () => undefined): void {
  const button = document.querySelector<HTMLElement>('#theme')!;
  const root = document.documentElement;
  button.addEventListener('click', () => {
    const theme = THEMES[(THEMES.indexOf(root.className as Theme) + 1) % THEMES.length]!;
    root.className = theme;
    button.setAttribute('aria-label', `Theme: ${theme}`);
    document.cookie = `theme=${theme}; path=/; SameSite=Lax`;
    onChange(theme);
  });
}
