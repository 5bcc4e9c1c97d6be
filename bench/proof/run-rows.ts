import { setTimeout as sleep } from 'node:timers/promises';
import type { Cell, Group, Load, Peer } from './peer.ts';

/** A row that takes longer is a cell of its own. */
const longestMs = 100_000;

/** Runs every row of a group with one peer, each with a new client and a new server. */
export async function runRows<Client, Server>(
  group: Group<Client, Server>,
  peer: Peer<Client>,
  load: Load,
): Promise<Record<string, Cell>> {
  const cells: Record<string, Cell> = {};
  for (const row of group.rows) {
    await using server = await group.start();
    let client: Client | undefined;
    const over = new AbortController();
    let onUncaught = () => {};
    const uncaught = new Promise<Cell>((resolve) => {
      onUncaught = () => {
        if (!row.canThrow) resolve({ text: 'an uncaught error', harm: true });
      };
    });
    process.on('uncaughtException', onUncaught);
    try {
      cells[row.id] = await Promise.race([
        (async () => {
          client = await peer.open(load, server.origin);
          return await row.run(client, server);
        })(),
        uncaught,
        sleep(longestMs, { text: `no end in ${longestMs / 1_000} s`, harm: true }, over),
      ]);
    } finally {
      over.abort();
      process.off('uncaughtException', onUncaught);
      await (client as Partial<{ close(): unknown }> | undefined)?.close?.();
    }
  }
  return cells;
}
