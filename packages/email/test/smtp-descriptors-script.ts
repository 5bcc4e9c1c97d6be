import { closeSync, openSync } from 'node:fs';
import { isOrgError } from '@org/core';
import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';

// Run under a small `ulimit -n`. Prints what mails end with while no file descriptor is free, and afterwards.
const [host = '', port = ''] = process.argv.slice(2);
const driver = smtp({ host, port: Number(port), pool: { maxConnections: 150 } });
const email = createEmailClient({ driver, retry: false });

const taken: number[] = [];
function takeAll() {
  try {
    for (;;) taken.push(openSync('/dev/null', 'r'));
  } catch {}
}
const giveBack = () => taken.splice(0).forEach((descriptor) => void closeSync(descriptor));

/** How many mails ended in which way. */
async function send(count: number): Promise<Record<string, number>> {
  const ends: Record<string, number> = {};
  const mails = Array.from({ length: count }, async (_, index) => {
    const mail = { from: 'ann@acme.dev', to: 'bob@example.com', subject: `Mail ${index}`, text: 'Hello' };
    const end = await email.send(mail).then(
      () => 'accepted',
      (error: unknown) =>
        isOrgError(error) ? `${error.code} ${error.outcome} ${error.retryable}` : String(error),
    );
    ends[end] = (ends[end] ?? 0) + 1;
  });
  await Promise.all(mails);
  return ends;
}

takeAll();
const unloaded = await send(3);
giveBack();
const loaded = await send(1);
takeAll();
const full = await send(150);
giveBack();
const free = await send(3);
console.log(JSON.stringify({ unloaded, loaded, full, free }));
await email.close();
process.exit(0);
