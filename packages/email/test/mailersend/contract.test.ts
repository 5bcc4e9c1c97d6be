import { createEmailClient } from '@org/email';
import { mailersend } from '@org/email/mailersend';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { collect } from '../collect.ts';
import { apiKey, harness } from './harness.ts';
import { startStandIn } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'mailersend', async () => {
  const service = await startStandIn();
  return { ...harness(mailersend, service), received: () => service.mails, close: service.close };
});

describe('mailersend against the stand-in', () => {
  const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

  async function open() {
    const service = await startStandIn();
    const email = createEmailClient({ driver: mailersend({ apiKey, baseUrl: service.url }) });
    const close = async () => {
      await email.close();
      await service.close();
    };
    return { service, email, [Symbol.asyncDispose]: close };
  }

  it('E5: a lost response is never repeated, and the outcome is unknown', async () => {
    await using scene = await open();
    scene.service.loseNextAnswer();
    const error: unknown = await scene.email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ outcome: 'unknown', attempts: 1 });
    expect(scene.service.mails).toHaveLength(1);
  });

  it('says which recipients are suppressed', async () => {
    await using scene = await open();
    await scene.email.suppressions.add({ email: 'bob@example.com', reason: 'hard-bounce' });
    const to = ['bob@example.com', 'cat@example.com'];
    const { outcomes, messageId } = await scene.email.send({ ...message, to, recipientVisibility: 'shared' });
    expect(outcomes).toMatchObject([
      { recipient: 'bob@example.com', status: 'suppressed', error: { name: 'RecipientSuppressedError' } },
      { recipient: 'cat@example.com', status: 'accepted', messageId },
    ]);
    const none = scene.email.send(message);
    await expect(none).rejects.toMatchObject({ code: 'recipient-suppressed', outcome: 'not-sent' });
    expect(scene.service.mails).toHaveLength(1);
  });

  it('keeps a scheduled message until it is cancelled', async () => {
    await using scene = await open();
    const sendAt = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
    const { messageId = '' } = await scene.email.send({ ...message, sendAt });
    expect(await scene.email.messages.get(messageId)).toMatchObject({
      id: messageId,
      status: 'queued',
      sendAt,
    });
    await scene.email.messages.cancel(messageId);
    await expect(scene.email.messages.get(messageId)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('sends from a template, with values for every recipient', async () => {
    await using scene = await open();
    scene.service.templates.set('7', {
      id: '7',
      name: 'A',
      html: '<p>{{name}}</p>',
      created_at: '2026-01-01T00:00:00Z',
    });
    const template = { id: '7', variables: { name: 'Bob' } };
    await scene.email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', template });
    expect(scene.service.mails[0]?.html).toBe('<p>Bob</p>');
    const templates = await collect(scene.email.templates.list());
    expect(templates).toEqual([{ id: '7', name: 'A', createdAt: new Date('2026-01-01T00:00:00Z') }]);
    await scene.email.templates.delete('7');
    await expect(scene.email.templates.get('7')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('removes a suppression from every list, and finds it beyond the first page', async () => {
    await using scene = await open();
    const { suppressions } = scene.email;
    for (let index = 0; index < 101; index += 1)
      scene.service.suppressions.set('blocklist', [
        ...(scene.service.suppressions.get('blocklist') ?? []),
        { id: `b${index}`, pattern: `p${index}@example.com`, recipient: { email: `p${index}@example.com` } },
      ]);
    await suppressions.add({ email: 'p100@example.com', reason: 'unsubscribe' });
    await suppressions.remove({ email: 'P100@example.com' });
    const left = await collect(suppressions.list());
    expect([left.length, left.some(({ email }) => email === 'p100@example.com')]).toEqual([100, false]);
  });
});
