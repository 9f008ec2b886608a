/** Looks for deposits while no page is open. Next calls this once for each server process. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return;
  const { depositKit } = await import('./app/deposit/kit');
  void depositKit().follow(); // Not awaited: it never ends.
}
