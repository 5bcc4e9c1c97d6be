// Every operation of several requests of every driver, beside a service that records what it changed.
import { classifyStatus, createServiceClient, isOrgError, noAuth } from '@org/core';
import type { CompositeDetails, CompositeOperation } from '@org/core/driver';
import { createFakeTransport } from '@org/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as brevo from '../../src/drivers/brevo/operations.ts';
import * as elasticemail from '../../src/drivers/elasticemail/operations.ts';
import * as mailersend from '../../src/drivers/mailersend/operations.ts';
import * as mailgun from '../../src/drivers/mailgun/operations.ts';
import * as mailjet from '../../src/drivers/mailjet/operations.ts';
import * as plunk from '../../src/drivers/plunk/operations.ts';
import * as postmark from '../../src/drivers/postmark/operations.ts';
import * as resend from '../../src/drivers/resend/operations.ts';
import * as sendgrid from '../../src/drivers/sendgrid/operations.ts';
import * as ses from '../../src/drivers/ses/operations.ts';

const tables = {
  brevo,
  elasticemail,
  mailersend: mailersend.createOperations(undefined),
  mailgun: mailgun.operationsOf('mg.acme.dev'),
  mailjet,
  plunk,
  postmark,
  resend,
  sendgrid,
  ses: ses.createOperations({ contactList: 'all' } as never),
};

const email = 'bob@x.dev';
const members = { id: '1', emails: [email, 'cid@x.dev'] };
const content = { subject: 'Hi', html: '<p>Hello, Bob</p>' };
const inputs: Readonly<Record<string, unknown>> = {
  'contact.delete': '1',
  'contact.deleteField': 'plan',
  'contact.import': { contacts: [{ email }] },
  'contact.update': { id: email, changes: { fields: { PLAN: 'a' } } },
  'contact.upsert': { email, fields: { PLAN: 'a' } },
  'list.addMembers': members,
  'list.create': { name: 'News' },
  'list.delete': '1',
  'list.removeMembers': members,
  'list.update': { id: '1', changes: { name: 'News' } },
  'suppression.add': { email },
  'suppression.remove': { email },
  'template.create': { name: 'Hello', ...content },
  'template.delete': '1',
  'template.duplicate': '1',
  'template.update': { id: '1', changes: content },
  'webhook.create': { url: 'https://acme.dev/', events: ['delivered', 'opened'] },
  'webhook.delete': '1,2',
};

/** SendGrid's `send` is in `mail-properties.test.ts`. */
const writes = Object.entries(tables).flatMap(([driver, { operations, classify }]) =>
  Object.entries(operations as unknown as Readonly<Record<string, CompositeOperation<unknown, unknown>>>)
    .filter(([name, { isComposite, safety }]) => isComposite && safety !== 'read' && name !== 'send')
    .map(([name, operation]) => ({ driver, name, operation, classify })),
);

// Bodies in which most services recognise an acceptance or an entry.
const entry = { id: '1', ID: 1, email, Email: email, name: 'plan', key: 'plan', EventType: 'sent', Url: 'u' };
const accepted = { ...entry, success: true, message: 'OK', Data: [entry], data: [entry], suppressions: [] };
const replies = {
  accepted: (method: string) => (method === 'DELETE' ? { status: 204 } : { status: 200, json: accepted }),
  missing: () => ({ status: 404, json: { StatusCode: 404, message: 'Not found', name: 'not_found' } }),
  unchanged: () => ({ status: 304 }),
  failed: () => ({ status: 500, json: {} }),
  refused: () => ({ status: 403, json: {} }),
} as const;
type Reply = keyof typeof replies;
const reply = fc.constantFrom(...(Object.keys(replies) as Reply[]));

/** Plays an operation against these replies, in turn; then everything fails. */
async function play(
  { operation, name, classify = classifyStatus }: (typeof writes)[number],
  script: readonly Reply[],
) {
  let nth = 0;
  let changes = 0;
  const transport = createFakeTransport([
    {
      answer({ method }) {
        const next = script[nth] ?? 'failed';
        nth += 1;
        if (next === 'accepted' && method !== 'GET') changes += 1;
        return replies[next](method);
      },
    },
  ]);
  const service = { name: 'acme', baseUrl: 'https://api.acme.example', auth: noAuth(), classify };
  const client = createServiceClient(service, { transport, retry: false, limiter: false });
  const thrown: unknown = await client.execute(operation, inputs[name]).then(
    () => undefined,
    (error: unknown) => error,
  );
  return { changes, error: isOrgError(thrown) ? thrown : undefined, requests: nth };
}

describe('an operation of several requests', () => {
  it('is one of those with an input here', () => {
    expect(writes.length).toBeGreaterThan(40);
    expect(writes.filter(({ name }) => inputs[name] === undefined)).toEqual([]);
  });

  it('P10: claims no more than the service changed', async () => {
    const property = fc.asyncProperty(
      fc.constantFrom(...writes),
      fc.array(reply, { maxLength: 7 }),
      async (write, script) => {
        const { changes, error } = await play(write, script);
        const { done = [] } = (error?.details ?? {}) as Partial<CompositeDetails>;
        const about = `${write.driver} ${write.name}: ${error?.message}`;
        expect(Array.isArray(done) ? done.length : 0, about).toBeLessThanOrEqual(changes);
        if (error?.outcome === 'sent') expect(changes, about).toBeGreaterThan(0);
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it.each(writes)('P10: $name of $driver changes nothing where nothing is there', async (write) => {
    for (const first of ['missing', 'unchanged'] as const)
      for (const length of [1, 3, 6]) {
        const { error, requests } = await play(write, Array<Reply>(length).fill(first));
        expect(requests, error?.message).toBeGreaterThan(0);
        expect([first, length, error?.outcome ?? 'not-sent', error?.message]).not.toContain('sent');
      }
  });
});
