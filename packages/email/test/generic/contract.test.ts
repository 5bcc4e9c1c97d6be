import { noAuth, queryKey } from '@org/core';
import { createEmailClient, type EmailMessage } from '@org/email';
import { generic } from '@org/email/generic';
import { testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';
import { acme } from './acme.ts';
import { startAcme } from './stand-in.ts';

testEmailDriver({ describe, it, expect }, 'generic', async () => {
  const service = await startAcme();
  return {
    driver: generic(acme, { apiKey: 'good', baseUrl: service.url }),
    driverWithWrongCredential: generic(acme, { apiKey: 'bad', baseUrl: service.url }),
    received: () => service.mails,
    close: service.close,
  };
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

const message: EmailMessage = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: 'Hi' };

describe('E5: generic, when responses are lost', () => {
  const retry = { baseMs: 1, throttledBaseMs: 1, quota: false } as const;

  async function sendMany(service: typeof acme | Omit<typeof acme, 'idempotency'>) {
    const stand = await startAcme();
    const email = createEmailClient({
      driver: generic(service, { apiKey: 'good', baseUrl: stand.url }),
      retry,
    });
    const outcomes: string[] = [];
    for (let index = 0; index < 10; index += 1) {
      stand.loseAnswers(index % 2);
      const result = email.send({ ...message, to: `to-${index}@example.com` });
      outcomes.push(
        await result.then(
          () => 'accepted',
          ({ outcome }) => outcome,
        ),
      );
    }
    await email.close();
    await stand.close();
    return { outcomes, count: stand.mails.length };
  }

  it('repeats with a key, and sends once', async () => {
    expect(await sendMany(acme)).toEqual({ outcomes: Array(10).fill('accepted'), count: 10 });
  });

  it('does not repeat without keys', async () => {
    const { idempotency: _, ...service } = acme;
    const outcomes = Array.from({ length: 10 }, (_each, index) => ['accepted', 'unknown'][index % 2]);
    expect(await sendMany(service)).toEqual({ outcomes, count: 10 });
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
