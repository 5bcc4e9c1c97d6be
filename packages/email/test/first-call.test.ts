import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { plunk } from '../src/drivers/plunk/index.ts';
import { resend } from '../src/drivers/resend/index.ts';
import { createEmailClient } from '../src/index.ts';

/** A client without a call: its driver is not loaded yet. */
function fresh(options = {}) {
  const transport = createFakeTransport([{ answer: { status: 500 } }]);
  const email = createEmailClient({
    driver: plunk({ apiKey: 'unused' }),
    transport,
    retry: false,
    ...options,
  });
  return { email, sent: () => String(transport.requests[0]?.text()) };
}

const mail = { from: 'ann@before.dev', to: 'bob@before.dev', subject: 'before', html: '<p>before</p>' };

describe('a first call sends its input as it was at the call', () => {
  it('a date that changes', async () => {
    const transport = createFakeTransport([{ answer: { status: 500 } }]);
    const driver = resend({ apiKey: 'unused' });
    const email = createEmailClient({ driver, transport, retry: false });
    const sendAt = new Date(Date.now() + 60_000);
    const before = sendAt.toISOString();
    const call = email.send({ ...mail, sendAt });
    sendAt.setTime(0);
    await expect(call).rejects.toMatchObject({ status: 500 });
    expect(String(transport.requests[0]?.text())).toContain(before);
  });

  it.each(['send', 'sendBatch', 'preview'] as const)(
    '%s renders the very `content` of the caller',
    async (name) => {
      const given: unknown[] = [];
      const render = (content: unknown) => {
        given.push(content);
        return { html: '<p>' };
      };
      const { email } = fresh({ render });
      const content = { context: { theme: 'dark' } };
      const { html: _, ...rest } = mail;
      const message = { ...rest, content };
      await (name === 'sendBatch' ? email.sendBatch([message]) : email[name](message)).catch(() => {});
      expect(given[0]).toBe(content);
    },
  );

  it('a message', async () => {
    const { email, sent } = fresh();
    const content = new TextEncoder().encode('before');
    const recipient = { address: 'bob@before.dev' };
    const message = {
      from: 'ann@before.dev',
      to: [recipient],
      subject: 'before',
      html: '<p>before</p>',
      attachments: [{ filename: 'before.txt', content }],
    };
    const call = email.send(message);
    message.subject = message.html = message.from = recipient.address = 'after';
    message.to.pop();
    content.fill(0);
    await expect(call).rejects.toMatchObject({ status: 500 });
    expect(sent()).toMatch(/bob@before\.dev/);
    expect(sent()).toContain(Buffer.from('before').toString('base64'));
    expect(sent()).not.toContain('after');
  });

  it('a contact', async () => {
    const { email, sent } = fresh();
    const contact = { email: 'bob@before.dev', fields: { plan: 'before' } };
    const call = email.contacts.upsert(contact);
    contact.email = contact.fields.plan = 'after';
    await expect(call).rejects.toMatchObject({ status: 500 });
    expect(sent()).toMatch(/bob@before\.dev.*before/);
    expect(sent()).not.toContain('after');
  });

  it('a template', async () => {
    const { email, sent } = fresh();
    const template = { name: 'before', subject: 'before', html: '<p>before</p>', from: 'ann@before.dev' };
    const call = email.templates.create(template);
    template.name = template.subject = template.html = template.from = 'after';
    await expect(call).rejects.toMatchObject({ status: 500 });
    expect(sent()).toMatch(/ann@before\.dev/);
    expect(sent()).not.toContain('after');
  });
});

describe('a later call sends its input as it was at the call', () => {
  it('to each of several recipients', async () => {
    const transport = createFakeTransport([{ answer: { status: 500 } }]);
    const email = createEmailClient({ driver: plunk({ apiKey: 'unused' }), transport, retry: false });
    await email.send(mail).catch(() => {});
    const content = new TextEncoder().encode('before');
    const to = ['bob@before.dev', 'cat@before.dev'];
    const call = email.send({ ...mail, to, attachments: [{ filename: 'a.txt', content }] });
    content.fill(0);
    await call.catch(() => {});
    const texts = transport.requests.slice(1).map((request) => String(request.text()));
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toContain(Buffer.from('before').toString('base64'));
  });

  it('with content to render', async () => {
    const transport = createFakeTransport([{ answer: { status: 500 } }]);
    const render = async () => ({ html: '<p>' });
    const email = createEmailClient({ driver: plunk({ apiKey: 'unused' }), transport, retry: false, render });
    await email.send(mail).catch(() => {});
    const { html: _, ...rest } = mail;
    const message = { ...rest, content: 'x' };
    const call = email.send(message);
    message.to = 'eve@after.dev';
    await call.catch(() => {});
    expect(String(transport.requests[1]?.text())).toContain('bob@before.dev');
  });
});
