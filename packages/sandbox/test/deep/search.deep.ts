import { expect, it } from 'vitest';
import { createMailbox } from '../../src/mail/mailbox/mailbox.ts';
import { searchInSlices } from '../../src/mail/mailbox/search/search.ts';

const count = 10_000;
const row = (at: number) =>
  `<tr><td style="padding:8px"><p>Item ${at} of <b>${at * 7919}</b> <a href="/${at}">it</a></p></td></tr>`;
const rows = Array.from({ length: 36 }, (_, at) => row(at)).join('');

const compositionOf = (at: number, read: () => void) => ({
  id: `m${at}`,
  from: { name: 'Ann', address: 'ann@acme.dev' },
  to: [{ name: '', address: `bob${at}@example.com` }],
  subject: `Order ${at}`,
  get html() {
    read();
    return `<table>${rows}</table>`;
  },
  text: 'Some words of the text. '.repeat(40),
  headers: [],
  attachments: [],
  date: new Date(0),
});

/** A limit of time would fail on a busy machine: the reads are counted, and the time is printed. */
it.each(['an HTTP API', 'SMTP'])('the first search over 10,000 mails of %s reads none of them', async () => {
  const mailbox = createMailbox({ now: () => 0, maxBytes: 2 ** 30 });
  let reads = 0;
  const startedAt = performance.now();
  for (let at = 0; at < count; at += 1) {
    const raw = compositionOf(at, () => {
      reads += 1;
    });
    mailbox.put({ id: `m${at}`, via: 'api', envelope: { from: 'ann@acme.dev', to: [] }, raw });
  }
  const arrivedAt = performance.now();
  await expect.poll(() => mailbox.unindexed, { timeout: 120_000 }).toBe(0);
  const indexedAt = performance.now();
  const before = reads;
  expect(await searchInSlices(mailbox.list(), 'item subject:order to:bob77')).toHaveLength(111);
  const searchedAt = performance.now();
  expect(reads).toBe(before);
  const spans = [startedAt, arrivedAt, indexedAt, searchedAt].map(
    (at, index, all) => at - (all[index - 1] ?? at),
  );
  const [, arrival, background, search] = spans.map((ms) => `${Math.round(ms)} ms`);
  console.log(`${count} mails: arrival ${arrival}, index ${background}, first search ${search}`);
  mailbox.close();
});
