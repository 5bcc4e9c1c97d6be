/**
 * The engine, or `undefined` with one line that says why its tests are skipped. With `PEERS_REQUIRED` an
 * engine that cannot be had is an error.
 */
export async function obtain<Engine>(
  name: string,
  install: () => Promise<Engine>,
): Promise<Engine | undefined> {
  try {
    return await install();
  } catch (error) {
    if (process.env['PEERS_REQUIRED']) throw error;
    const reason = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ') : String(error);
    console.warn(`${name} cannot be had here; its tests are skipped: ${reason.slice(0, 300)}`);
    return undefined;
  }
}
