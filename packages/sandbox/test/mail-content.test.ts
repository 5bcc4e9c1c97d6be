import { describe, expect, it } from 'vitest';
import { createMailbox } from '../src/mail/mailbox/mailbox.ts';
import { searchInSlices } from '../src/mail/mailbox/search/search.ts';
import type { Composition } from '../src/mail/message/compose-message.ts';
import type { Arrival } from '../src/mail/message/received-message.ts';

const open = (limits: { maxMessages?: number; maxBytes?: number } = {}) =>
  createMailbox({ ...limits, now: () => 0 });

/** A mail of an HTTP API that counts how often it is composed. */
function deliveryOf(id: string, parts: Partial<Composition> = {}) {
  let composed = 0;
  const raw: Composition = {
    ...{ id, from: { name: 'Ann', address: 'ann@acme.dev' }, subject: `Mail ${id}`, text: 'Hello' },
    to: [{ name: '', address: 'bob+plus@example.com' }],
    ...{ headers: [['X-Tags', 'one, two']], attachments: [] },
    ...parts,
    get date() {
      composed += 1; // nothing but the composer reads it
      return new Date(0);
    },
  };
  const envelope = { from: 'ann@acme.dev', to: ['bob+plus@example.com'] };
  const delivery: Arrival = { id, via: 'api', envelope, raw, labels: { service: 'resend', tags: ['api'] } };
  return { delivery, composed: () => composed };
}

const smtp = (id: string, source: string): Arrival => ({
  ...{ id, via: 'smtp', envelope: { from: 'a@b.dev', to: ['c@d.dev'] } },
  raw: Buffer.from(source),
});

describe('the content of a mail', () => {
  it('is composed once, at its first reading', async () => {
    const mailbox = open();
    const { delivery, composed } = deliveryOf('m1');
    const message = mailbox.put(delivery);
    mailbox.search('');
    expect(composed()).toBe(0);
    expect(message.parsed).toMatchObject({
      subject: 'Mail m1',
      messageId: '<m1@mail.localhost>',
      text: 'Hello',
    });
    expect(message.raw).toBe(mailbox.get('m1')?.raw);
    expect(message.parsed).toBe(mailbox.list()[0]?.parsed);
    expect(composed()).toBe(1);
  });

  it('of SMTP is parsed at its first reading, and then known', async () => {
    const mailbox = open();
    const delivery = smtp('m1', 'Subject: a\r\n\r\nx');
    const message = mailbox.put(delivery);
    (delivery.raw as Uint8Array).set(Buffer.from('b'), 9);
    expect(message.parsed.subject).toBe('b');
    expect(message.parsed).toBe(message.parsed);
  });

  it('stays the same when the tags change, or the mail is read', async () => {
    const mailbox = open();
    const { delivery, composed } = deliveryOf('m1');
    const before = mailbox.put(delivery);
    mailbox.setRead(['m1'], true);
    mailbox.setTags(['m1'], ['new']);
    expect(composed()).toBe(0);
    const after = mailbox.get('m1');
    expect(after).toMatchObject({ id: 'm1', isRead: true, tags: ['new'], labels: { service: 'resend' } });
    expect(before).toMatchObject({ isRead: false, tags: ['api', 'one', 'plus', 'two'] });
    expect(after?.parsed).toBe(before.parsed);
  });

  it.each([
    ['X-Tags: one\r\nFrom: a+x@b.dev', ['one', 'x']],
    ['To: "b" <bob+y@b.dev>', ['y']],
    ['Subject: 1+1=2', []],
    ['Cc: one@b.dev,\r\n two+z@b.dev', ['z']],
  ])('has the tags of the headers %j', async (headers, tags) => {
    const message = open().put(smtp('m1', `${headers}\r\n\r\nX-Tags: no\r\nno+no@b.dev`));
    expect(message.tags).toEqual(tags);
  });

  it('is composed for a wait or a search only if that asks for the content', async () => {
    const mailbox = open();
    const { delivery, composed } = deliveryOf('m1');
    mailbox.put(delivery);
    await mailbox.waitFor({ to: 'bob+plus@example.com', service: 'resend' });
    for (const query of ['tag:api', 'is:unread', 'before:2100-01-01'])
      expect(mailbox.search(query)).toHaveLength(1);
    expect(composed()).toBe(0);
    expect(await mailbox.waitFor({ subject: 'Mail m1' })).toMatchObject({ id: 'm1' });
    expect(mailbox.search('hello')).toHaveLength(1);
    expect(composed()).toBe(1);
  });

  it('S4: counts within the bounds before it is composed', async () => {
    const mailbox = open({ maxBytes: 100_000 });
    for (let index = 0; index < 20; index += 1)
      mailbox.put(deliveryOf(`m${index}`, { html: 'x'.repeat(10_000) }).delivery);
    expect(mailbox.list().map(({ id }) => id)).toEqual(['m16', 'm17', 'm18', 'm19']);
    const bytes = mailbox
      .list()
      .reduce((sum, { raw, parsed }) => sum + raw.length + (parsed.html?.length ?? 0), 0);
    expect(bytes).toBeLessThan(100_000);
  });

  it('of 3000 unread mails is searched and awaited while other events have their turn', async () => {
    const mailbox = open();
    for (let index = 0; index < 3000; index += 1) mailbox.put(deliveryOf(`m${index}`).delivery);
    let turns = 0;
    const count = () => {
      turns += 1;
      timer = setTimeout(count, 0);
    };
    let timer = setTimeout(count, 0);
    const arrived = mailbox.waitFor({ subject: 'Mail later' });
    setTimeout(() => mailbox.put(deliveryOf('later').delivery), 0);
    expect((await arrived).id).toBe('later');
    expect(turns).toBeGreaterThan(2);
    turns = 0;
    expect(await searchInSlices(mailbox.list(), 'subject:"mail m29"')).toHaveLength(111);
    clearTimeout(timer);
  });
});
