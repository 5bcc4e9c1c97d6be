import { createEmailClient } from '@org/email';
import { brevo } from '@org/email/brevo';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { collect } from '../collect.ts';
import { apiKey, harness } from './harness.ts';
import { startStandIn } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'brevo', async () => {
  const service = await startStandIn();
  return { ...harness(brevo, service), received: () => service.mails, close: service.close };
});

describe('brevo against the stand-in', () => {
  const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

  async function open() {
    const service = await startStandIn();
    // Without the rates of the account: the stand-in has none, and the calls of lists would wait for 16 s.
    const email = createEmailClient({ driver: brevo({ apiKey, baseUrl: service.url }), limiter: false });
    const close = async () => {
      await email.close();
      await service.close();
    };
    return { service, email, [Symbol.asyncDispose]: close };
  }

  it('E5: a lost response causes no second mail, and the outcome is unknown', async () => {
    await using scene = await open();
    scene.service.loseNextAnswer();
    const error: unknown = await scene.email.send(message).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'idempotency-conflict', outcome: 'unknown', attempts: 2 });
    expect(scene.service.mails).toHaveLength(1);
    const keys = scene.service.bodies.map((body) => body.headers.idempotencyKey);
    expect(keys[0]).toBe(keys[1]);
  });

  it('a key of the caller that is not a UUID becomes the same UUID in every call', async () => {
    await using scene = await open();
    await scene.email.send(message, { idempotencyKey: 'order-17' });
    const again = scene.email.send(message, { idempotencyKey: 'order-17' });
    await expect(again).rejects.toMatchObject({ code: 'idempotency-conflict', outcome: 'unknown' });
    await scene.email.send(message, { idempotencyKey: 'order-18' });
    const [first, second, third] = scene.service.bodies.map((body) => body.headers.idempotencyKey);
    expect(first).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect([second, third === first]).toEqual([first, false]);
  });

  it('keeps a scheduled message until it is cancelled', async () => {
    await using scene = await open();
    const sendAt = new Date(Date.now() + 3_600_000);
    const { messageId = '' } = await scene.email.send({ ...message, sendAt });
    expect(await scene.email.messages.get(messageId)).toMatchObject({ status: 'queued', sendAt });
    await scene.email.messages.cancel(messageId);
    await expect(scene.email.messages.get(messageId)).rejects.toMatchObject({ code: 'not-found' });
    await expect(scene.email.messages.cancel(messageId)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('fills params of a message without a template, and validates in the sandbox', async () => {
    await using scene = await open();
    const html = '<p>{{params.name}}</p>';
    const providerOptions = { brevo: { params: { name: 'Bob' } } };
    await scene.email.send({ ...message, html, providerOptions });
    expect(scene.service.mails[0]?.html).toBe('<p>Bob</p>');
    const { outcomes } = await scene.email.send({ ...message, sandbox: true });
    expect([outcomes[0]?.status, scene.service.mails.length]).toEqual(['validated', 1]);
  });

  it('manages lists and their members, in parts of 150', async () => {
    await using scene = await open();
    const { lists, contacts } = scene.email;
    const { id } = await lists.create({ name: 'News', providerOptions: { brevo: { folderId: 3 } } });
    expect(await lists.update(id, { name: 'Weekly' })).toMatchObject({ id, name: 'Weekly' });
    const emails = Array.from({ length: 151 }, (_, index) => `p${index}@example.com`);
    for (const [index, email] of emails.entries())
      scene.service.contacts.set(index + 1, {
        id: index + 1,
        email,
        emailBlacklisted: false,
        attributes: {},
        listIds: index === 0 ? [Number(id)] : [],
      });
    expect(await lists.addMembers(id, emails)).toEqual({ state: 'done' });
    const members = await collect(lists.members(id, { pageSize: 100 }));
    expect(members).toHaveLength(151);
    await expect(lists.addMembers(id, ['none@example.com'])).rejects.toMatchObject({ code: 'not-found' });
    await lists.removeMembers(id, [emails[0] ?? '', 'none@example.com']);
    expect((await contacts.get('p0@example.com')).listIds).toEqual([]);
    await lists.delete(id);
    expect(await collect(lists.list())).toEqual([]);
  });

  it('adds, lists and removes a suppression of a sender', async () => {
    await using scene = await open();
    const { suppressions } = scene.email;
    await suppressions.add({ email: 'bob@example.com', scopeId: 'ann@acme.dev' });
    expect(await collect(suppressions.list())).toEqual([
      {
        email: 'bob@example.com',
        reason: 'manual',
        scope: 'sender',
        scopeId: 'ann@acme.dev',
        description: 'Admin blocked',
        createdAt: new Date('2026-11-22T10:00:00Z'),
        removable: true,
      },
    ]);
    await suppressions.remove({ email: 'bob@example.com' });
    expect(await collect(suppressions.list())).toEqual([]);
  });

  it('manages webhooks', async () => {
    await using scene = await open();
    const { webhooks } = scene.email;
    const events = ['delivered', 'deferred', 'bounced'] as const;
    const url = 'https://acme.dev/hook?token=secret';
    const { id } = await webhooks.create({ url, events, name: 'mail' });
    expect(scene.service.webhooks.get(Number(id))).toMatchObject({
      events: ['delivered', 'deferred', 'hardBounce', 'softBounce'],
      type: 'transactional',
    });
    expect(await collect(webhooks.list())).toEqual([{ id, url, events, name: 'mail' }]);
    await webhooks.delete(id);
    expect(await collect(webhooks.list())).toEqual([]);
  });
});
