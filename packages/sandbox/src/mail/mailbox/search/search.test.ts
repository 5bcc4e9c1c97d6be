import { describe, expect, it } from 'vitest';
import { createMailbox } from '../mailbox.ts';
import { parseInstant } from './instant.ts';

const noon = Date.UTC(2026, 0, 31, 12);

async function boxOf(...sources: readonly string[]) {
  let clock = noon;
  const mailbox = createMailbox({ now: () => clock });
  for (const [index, source] of sources.entries()) {
    const raw = new TextEncoder().encode(source.replaceAll('\n', '\r\n'));
    const envelope = { from: 'bounce@acme.dev', to: ['bob@example.com', 'blind@example.com'] };
    await mailbox.deliver({ id: `m${index}`, via: 'smtp', envelope, raw });
    clock += 3_600_000;
  }
  return mailbox;
}

const file = (disposition: string, name: string) =>
  `--b\nContent-Type: image/png; name=${name}\nContent-Disposition: ${disposition}; filename=${name}\n\nx\n`;

const first = `From: Ann Lee <ann@acme.dev>
To: Bob <bob@example.com>
Cc: Carl <carl@example.com>
Reply-To: desk@acme.dev
Message-ID: <one@acme.dev>
X-Tags: Order, big order
Subject: Your Code is 42
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/html

<style>p{hidden}</style><p>Hällo <b>wor</b>ld, see <a href="https://acme.dev">this</a></p>
${file('attachment', 'invoice.pdf')}${file('inline', 'logo.png')}--b--
`;
const second = `From: Dora <dora@other.example>
To: bob+shop+eu@example.com
Subject: plain

Some 100% plain words ${'x'.repeat(3000)}
`;

describe('search', () => {
  it.each([
    ['', 'm1 m0'],
    ['code', 'm0'],
    ['CODE ann', 'm0'],
    ['code dora', ''],
    ['"hällo world"', 'm0'],
    ['"world hällo"', ''],
    ['hidden', ''],
    ['invoice.pdf', 'm0'],
    ['100%', 'm1'],
    ['-code', 'm1'],
    ['!code', 'm1'],
    ['- code', ''],
    ['from:ann', 'm0'],
    ['from:"ann lee <ann@acme.dev>"', 'm0'],
    ['-from:ann', 'm1'],
    ['FROM:DORA', 'm1'],
    ['from:bounce', ''],
    ['to:carl', ''],
    ['to:bob', 'm1 m0'],
    ['cc:carl@example.com', 'm0'],
    ['bcc:blind', 'm1 m0'],
    ['bcc:carl', ''],
    ['reply-to:desk', 'm0'],
    ['addressed:desk', 'm0'],
    ['-addressed:desk', 'm1'],
    ['subject:"code is"', 'm0'],
    ['subject:words', ''],
    ['message-id:one@acme', 'm0'],
    ['tag:order', 'm0'],
    ['tag:"Big Order"', 'm0'],
    ['tag:big', ''],
    ['tag:shop tag:EU', 'm1'],
    ['!tag:shop', 'm0'],
    ['is:tagged', 'm1 m0'],
    ['-is:tagged', ''],
    ['is:read', ''],
    ['is:unread', 'm1 m0'],
    ['has:attachment', 'm0'],
    ['has:attachments', 'm0'],
    ['has:inline', 'm0'],
    ['-has:inlines', 'm1'],
    ['larger:2.5k', 'm1'],
    ['larger:1', 'm1 m0'],
    ['larger:1m', ''],
    ['smaller:2KB', 'm0'],
    ['larger:many', ''],
    ['has:constructor', ''],
    ['is:__proto__', ''],
    ['after:2026-01-31', 'm1 m0'],
    ['before:2026-01-31', ''],
    ['after:"2026-01-31 12:30"', 'm1'],
    ['before:"31 Jan 2026 12:30"', 'm0'],
    ['-after:2026-01-31T12:30:00Z', 'm0'],
    ['after:whenever', 'm1 m0'],
    ['from: code', 'm0'],
  ])('finds with %j the messages %j, newest first', async (query, ids) => {
    const mailbox = await boxOf(first, second);
    const found = mailbox.search(query, { timeZone: 'UTC' });
    expect(found.map(({ id }) => id).join(' ')).toBe(ids);
  });

  it('finds the words of both parts, and none that the reader does not see', async () => {
    const mailbox = await boxOf(`From: ann@acme.dev
Content-Type: multipart/alternative; boundary=b

--b
Content-Type: text/plain

alpha
--b
Content-Type: text/html

<p style="display:none">gamma</p><!-- delta --><table><tr><td>beta</td><td>pi</td></tr></table>
--b--
`);
    const found = ['alpha', '"beta pi"', 'gamma', 'delta'].map((query) => mailbox.search(query).length);
    expect(found).toEqual([1, 1, 0, 0]);
  });

  it('follows the tags and the read state', async () => {
    const mailbox = await boxOf(first, second);
    expect(mailbox.get('m0')?.tags).toEqual(['Order', 'big order']);
    mailbox.setRead(['m0'], true);
    mailbox.setTags(['m1', 'nobody'], ['  Späm!! ', 'spm', 'a b', 'A  B', '']);
    expect(mailbox.search('is:read').map(({ id }) => id)).toEqual(['m0']);
    expect(mailbox.get('m1')?.tags).toEqual(['Sp m', 'a b', 'spm']);
    expect(mailbox.search('tag:spm').map(({ id }) => id)).toEqual(['m1']);
    expect(mailbox.list().map(({ id }) => id)).toEqual(['m0', 'm1']);
  });

  it('reads the dates of a query in its time zone', async () => {
    const mailbox = await boxOf(first);
    const isFound = (query: string, timeZone: string) => mailbox.search(query, { timeZone }).length === 1;
    expect(isFound('after:"2026-01-31 13:00"', 'Europe/Zurich')).toBe(true);
    expect(isFound('after:"2026-01-31 13:01"', 'Europe/Zurich')).toBe(false);
    expect(isFound('after:"2026-01-31 06:00"', 'America/Chicago')).toBe(true);
    expect(isFound('after:2026-01-31T13:00+01:00', 'America/Chicago')).toBe(true);
  });

  it('stays within its limits for any query and any mail', async () => {
    const html = `Content-Type: text/html\n\n${'<style'.repeat(200_000)}<p>late</p>`;
    const mailbox = await boxOf(first, html);
    const start = performance.now();
    expect(mailbox.search('"'.repeat(1_000_000))).toHaveLength(2);
    expect(mailbox.search('-qq '.repeat(100_000))).toHaveLength(2);
    expect(mailbox.search('after:'.repeat(100_000))).toHaveLength(2);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('a date of a query', () => {
  const day = Date.UTC(2026, 0, 31);
  const time = day + (13 * 60 + 5) * 60_000;
  it.each([
    ['2026-01-31', day],
    ['2026/1/31', day],
    ['1/31/2026', day],
    ['31.1.2026', day],
    ['1/31/26', day],
    ['20260131', day],
    ['Jan 31, 2026', day],
    ['31 January 2026', day],
    ['31-Jan-2026', day],
    ['31st jan 2026', day],
    ['2026 Jan 31', day],
    ['2026-01', Date.UTC(2026, 0)],
    ['2026', Date.UTC(2026, 0)],
    ['2026-01-31 13:05', time],
    ['2026-01-31T13:05', time],
    ['2026-01-31T13:05:00.000Z', time],
    ['2026-01-31T14:05+01:00', time],
    ['Sat, 31 Jan 2026 08:05:00 -0500', time],
    ['Jan 31 2026 1:05 PM', time],
    ['1/31/2026 1:05pm', time],
    ['202601311305', time],
    ['20260131130500', time],
    ['1769864700', time],
    ['1769864700000', time],
    ['31 Oct 2026', Date.UTC(2026, 9, 31)],
    ['2026-02-31', undefined],
    ['2026-13-01', undefined],
    ['0/0/2026', undefined],
    ['whenever', undefined],
    ['2026-01-31 25:00', undefined],
    ['2026-01-31 13:05 soon', undefined],
    ['12', undefined],
  ])('%j', (text, instant) => {
    expect(parseInstant(text, 'UTC')).toBe(instant);
  });

  it('has any month, by its name or the first letters', () => {
    for (let month = 0; month < 12; month++) {
      const at = Date.UTC(2026, month, 3);
      const name = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(at);
      expect(parseInstant(`3 ${name} 2026`, 'UTC'), name).toBe(at);
      expect(parseInstant(`3 ${name.slice(0, 3)} 2026`, 'UTC'), name).toBe(at);
    }
  });

  it('is of the offset that the zone has then', () => {
    expect(parseInstant('2026-03-29 01:59', 'Europe/Zurich')).toBe(Date.UTC(2026, 2, 29, 0, 59));
    expect(parseInstant('2026-03-29 03:00', 'Europe/Zurich')).toBe(Date.UTC(2026, 2, 29, 1));
    expect(parseInstant('2026-07-01', 'Europe/Zurich')).toBe(Date.UTC(2026, 5, 30, 22));
  });
});
