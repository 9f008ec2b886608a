/** Replaces the page's clipboard until the end of the test. */
export function setClipboardApi(api: { writeText(text: string): Promise<void> } | undefined): void {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: api });
}

/** Removes the clipboard API and, unless `keepsCommand`, the copy command. */
export function withoutClipboard({ keepsCommand = false } = {}): void {
  setClipboardApi(undefined);
  if (!keepsCommand)
    Object.defineProperty(document, 'execCommand', { configurable: true, value: () => false });
}

/** Restores both. */
export function restoreClipboard(): void {
  Reflect.deleteProperty(navigator, 'clipboard');
  Reflect.deleteProperty(document, 'execCommand');
}
