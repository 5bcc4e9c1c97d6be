import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { peakMemoryKb } from '../../../../test/support/peak-memory.mjs';
import { loadMessage } from './load-message.ts';

// Sends numbered mails to a port, and prints how many were accepted, and the peak of its memory.
const maxConnections = 20;
const [port = 0, count = 0] = process.argv.slice(2).map(Number);
const driver = smtp({ host: '127.0.0.1', port, pool: { maxConnections } });
const email = createEmailClient({ driver, limiter: false });

function* messages() {
  for (let index = 0; index < count; index += 1) yield loadMessage(index);
}

let accepted = 0;
let reported = 0;
for await (const outcome of email.sendEach(messages(), { concurrency: maxConnections })) {
  reported += 1;
  if (outcome.ok) accepted += 1;
}
await email.close();
const peakRssMiB = Math.round(peakMemoryKb() / 1024);
console.log(JSON.stringify({ accepted, reported, peakRssMiB }));
