// Sends many messages with sendEach through the built package, and prints how much memory that took.
import { createEmailClient } from '@org/email';
import { fileJournal } from '@org/email/journal';
import { createNodeTransport } from '@org/email/node';
import { plunk } from '@org/email/plunk';
import { peakMemoryKb } from '../../../../test/support/peak-memory.mjs';

const [, , baseUrl = '', count = '0', path] = process.argv;
const email = createEmailClient({
  driver: plunk({ apiKey: 'sk_test', baseUrl }),
  limiter: false,
  transport: createNodeTransport(),
});

function* messages() {
  for (let index = 0; index < Number(count); index += 1) {
    const to = `to-${index}@example.com`;
    yield { from: 'ann@acme.dev', to, subject: `Hello ${index}`, html: `<p>Hello ${index}</p>`.repeat(20) };
  }
}

let ok = 0;
const options = path === undefined ? {} : { journal: fileJournal(path, { durability: 'process' }) };
for await (const outcome of email.sendEach(messages(), { concurrency: 20, ...options }))
  if (outcome.ok) ok += 1;
await email.close();
process.stdout.write(JSON.stringify({ ok, peakKb: peakMemoryKb() }));
