// One client in one process: sends rounds of mails on request, and responds with the time of each mail.
import { mailers } from './contenders.ts';

export interface Round {
  readonly inFlight: number;
  readonly mails: number;
}

/** Microseconds a mail. */
export interface Cost {
  readonly cpu: number;
  readonly clock: number;
}

const [name = '', api = '', relay = ''] = process.argv.slice(2);
const send = await mailers[name]?.({ api: Number(api), relay: Number(relay) });
if (send === undefined) throw new Error(`There is no client called "${name}".`);

process.on('message', async ({ inFlight, mails }: Round) => {
  let left = mails;
  const startedAtMs = performance.now();
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await send();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  const clock = ((performance.now() - startedAtMs) * 1_000) / mails;
  process.send?.({ cpu: (user + system) / mails, clock } satisfies Cost);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
