/** Sets the clocks of the page forward by so much while a function runs. */
export async function later(milliseconds: number, run: () => Promise<void>): Promise<void> {
  const { now } = Date;
  const time = performance.now;
  Date.now = () => now() + milliseconds;
  performance.now = () => time.call(performance) + milliseconds;
  try {
    await run();
  } finally {
    Date.now = now;
    Reflect.deleteProperty(performance, 'now');
  }
}
