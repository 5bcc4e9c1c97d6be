// One client in one process: sends rounds of mails on request, and responds with the CPU time of each mail.
import { mailers } from './contenders.ts';

export interface Round {
  readonly inFlight: number;
  readonly mails: number;
}

const [name = '', api = '', relay = ''] = process.argv.slice(2);
const send = await mailers[name]?.({ api: Number(api), relay: Number(relay) });
if (send === undefined) throw new Error(`There is no client called "${name}".`);

process.on('message', async ({ inFlight, mails }: Round) => {
  let left = mails;
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (left-- > 0) await send();
    }),
  );
  const { user, system } = process.cpuUsage(before);
  process.send?.((user + system) / mails);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
