import { noAuth, queryKey } from '@org/core';
import { createEmailClient } from '@org/email';
import { generic } from '@org/email/generic';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { harness } from './harness.ts';
import { startAcme } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'generic', async () => {
  const service = await startAcme();
  return { ...harness(generic, service), received: () => service.mails, close: service.close };
});

/** The least that a table can have. */
const plain = {
  name: 'plain',
  baseUrl: 'https://api.plain.example',
  auth: queryKey('api_key'),
  send: {
    path: '/v1/send',
    constants: { kind: 'transactional' },
    recipients: 'single',
    fields: { from: 'sender', to: 'to', subject: 'content.subject', html: 'content.html' },
    id: 'id',
  },
} as const;

describe('a service with the key in the query', () => {
  it('answers GET /v1/resources', async () => {
    const service = await startAcme();
    const email = createEmailClient({ driver: generic(plain, { apiKey: 'good', baseUrl: service.url }) });
    const response = await email.request({ method: 'GET', path: '/v1/resources' });
    expect(response.json()).toEqual({ resources: ['a', 'b'] });
    await email.close();
    await service.close();
  });
});

describe('the table of a service', () => {
  it('needs evidence of acceptance', () => {
    const { id: _, ...send } = plain.send;
    expect(() => generic({ ...plain, auth: noAuth(), send })).toThrow(/`send.id` nor `send.accepted`/);
  });

  it('decides what the client has', async () => {
    const email = createEmailClient({ driver: generic(plain, { apiKey: 'good' }) });
    for (const part of ['templates', 'contacts', 'suppressions']) {
      const get = Reflect.get(Reflect.get(email, part), 'list') as () => PromiseLike<unknown>;
      await expect(async () => get()).rejects.toMatchObject({ code: 'unsupported' });
    }
  });
});
