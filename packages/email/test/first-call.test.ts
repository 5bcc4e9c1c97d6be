import { createFakeTransport } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { plunk } from '../src/drivers/plunk/index.ts';
import { createEmailClient } from '../src/index.ts';

/** A client without a call: its driver is not loaded yet. */
function fresh() {
  const transport = createFakeTransport([{ answer: { status: 500 } }]);
  const email = createEmailClient({ driver: plunk({ apiKey: 'unused' }), transport, retry: false });
  return { email, sent: () => String(transport.requests[0]?.text()) };
}

describe('a first call sends its input as it was at the call', () => {
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
