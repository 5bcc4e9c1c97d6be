import { createFakeTransport, type FakeRule } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { resend } from '../../src/drivers/resend/index.ts';
import { createEmailClient } from '../../src/index.ts';

/** Resend's refusal of a team above its rate (resend.com/docs, "Errors"). */
const slow = { status: 429, json: { statusCode: 429, name: 'rate_limit_exceeded', message: 'Too many.' } };
const template = { name: 'Welcome', subject: 'Hi', html: '<p>Hi</p>' };

function open(rules: readonly FakeRule[]) {
  const transport = createFakeTransport(rules);
  const driver = resend({ apiKey: 're_test' });
  return { email: createEmailClient({ driver, transport, retry: false }), transport };
}

describe('an operation of several requests of Resend', () => {
  it('has written a template that is not published', async () => {
    const { email } = open([
      { when: { path: '/templates' }, answer: { status: 201, json: { object: 'template', id: 't1' } } },
      { answer: slow },
    ]);
    await expect(email.templates.create(template)).rejects.toMatchObject({
      operation: 'template.create',
      outcome: 'sent',
      retryable: false,
      details: { failed: 'template.publish', done: [{ request: 'template.draft', id: 't1' }] },
    });
  });

  it('has written nothing when the template itself is refused', async () => {
    const { email } = open([{ answer: slow }]);
    const call = email.templates.create(template);
    await expect(call).rejects.toMatchObject({ outcome: 'not-sent', retryable: true });
  });

  it('has created a contact that cannot be read: the whole may be repeated', async () => {
    const missing = { status: 404, json: { statusCode: 404, name: 'not_found', message: 'Not found' } };
    const { email } = open([
      { when: { method: 'POST' }, answer: { status: 201, json: { object: 'contact', id: 'c1' } } },
      { when: { path: '/contacts/ann%40acme.dev' }, answer: missing },
      { answer: slow },
    ]);
    await expect(email.contacts.upsert({ email: 'ann@acme.dev' })).rejects.toMatchObject({
      operation: 'contact.upsert',
      outcome: 'sent',
      retryable: true,
      details: { failed: 'contact.get', done: [{ request: 'contact.create', id: 'c1' }] },
    });
  });

  it('ends the fields of contacts when a cursor repeats', async () => {
    const page = { object: 'list', has_more: true, data: [{ id: 'p1', key: 'plan', type: 'string' }] };
    const { email, transport } = open([{ answer: { json: page } }]);
    await expect(email.contacts.fields()).rejects.toMatchObject({ code: 'paging' });
    expect(transport.requests).toHaveLength(2);
  });
});
