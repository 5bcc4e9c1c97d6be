import type { EmailDriver } from '@org/email';
import { httpDriver, httpDriverNames } from '../../packages/email/test/support/drivers.ts';
import { asStored } from '../../packages/email/test/support/stored-message.ts';
import type { Call, Secrets } from './driver-calls.ts';

/** Every mail driver of an HTTP API, with all the secrets that it takes. */
export const mailDrivers: Readonly<Record<string, (secrets: Secrets) => EmailDriver>> = Object.fromEntries(
  httpDriverNames.map((name) => [name, (secrets: Secrets) => httpDriver(name, asTaken(secrets))]),
);

/** A driver reads the secrets that it takes; others count as unused. */
const asTaken = (secrets: Secrets) => ({
  get apiKey() {
    return secrets.key;
  },
  get secondKey() {
    return secrets.secondKey;
  },
  get token() {
    return secrets.token;
  },
  get webhookSecret() {
    return secrets.webhookSecret;
  },
});

/** A client, as far as the calls below use it: a driver has some of the methods. */
type Methods = Readonly<Record<string, Readonly<Record<string, (...inputs: unknown[]) => unknown>>>>;

const contact = { email: 'bob@example.com' };
const template = { name: 'welcome', subject: 'Hi', html: '<p>Hello, Bob</p>' };
const list = { name: 'News' };
const brevoList = { ...list, providerOptions: { brevo: { folderId: 1 } } };
const mailgunList = { ...list, providerOptions: { mailgun: { address: 'news@acme.dev' } } };
const field = { name: 'PLAN', type: 'text' };
const endpoint = { url: 'https://acme.dev/hooks', events: ['delivered'] };
const email = 'bob@example.com';
/** The inputs of every method. Drivers ask for different ones: each refuses some without a request. */
const inputs: Readonly<Record<string, Readonly<Record<string, readonly (readonly unknown[])[]>>>> = {
  contacts: {
    upsert: [[contact]],
    get: [['1']],
    list: [[]],
    update: [['1', { subscribed: false }]],
    delete: [['1']],
    import: [[{ contacts: [contact] }], [{ contacts: [contact], listIds: ['1'] }]],
    importStatus: [['1']],
    fields: [[]],
    createField: [[field]],
    deleteField: [['PLAN']],
  },
  lists: {
    create: [[list], [brevoList], [mailgunList]],
    get: [['1']],
    list: [[]],
    update: [['1', list]],
    delete: [['1']],
    members: [['1']],
    addMembers: [['1', [email]]],
    removeMembers: [['1', [email]]],
  },
  messages: {
    get: [['1']],
    events: [[], [{ messageId: '1' }]],
    cancel: [['1']],
    reschedule: [['1', new Date(4e12)]],
  },
  suppressions: {
    check: [[email]],
    list: [[], [{ reason: 'unsubscribe' }]],
    add: [
      [{ email }],
      [{ email, reason: 'unsubscribe' }],
      [{ email, reason: 'manual' }],
      [{ email, scopeId: 'ann@acme.dev' }],
    ],
    remove: [[{ email }], [{ email, reason: 'unsubscribe' }], [{ email, reason: 'manual' }]],
  },
  templates: {
    create: [[template], [{ ...template, from: 'ann@acme.dev' }], [{ ...template, text: 'Hi' }]],
    get: [['1']],
    list: [[]],
    update: [['1', { subject: 'Hello' }]],
    delete: [['1']],
    duplicate: [['1']],
    usage: [['1']],
    render: [['1', { name: 'Bob' }]],
  },
  webhooks: { create: [[endpoint]], list: [[]], delete: [['1']] },
};

const content = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' };

/** A call of every method that the client has. */
export function callsOf(client: object): readonly Call[] {
  const { send, sendBatch } = client as { send(input: unknown): unknown; sendBatch(input: unknown): unknown };
  // Loops sends templates alone.
  const message = Reflect.get(client, 'provider') === 'loops' ? asStored(content) : content;
  const parts = client as Methods;
  const calls: Call[] = [
    { name: 'send', run: async () => send(message) },
    { name: 'sendBatch', run: async () => sendBatch([message, { ...message, to: 'carl@example.com' }]) },
  ];
  for (const [part, methods] of Object.entries(inputs)) {
    for (const [method, choices] of Object.entries(methods)) {
      const call = parts[part]?.[method];
      if (typeof call !== 'function') continue;
      for (const [index, values] of choices.entries())
        calls.push({
          name: `${part}.${method}${index === 0 ? '' : ` (${index + 1})`}`,
          run: async () => firstOf(call(...values)),
        });
    }
  }
  return calls;
}

/** Of a list of pages the first item. */
async function firstOf(result: unknown): Promise<unknown> {
  const pages = Object(result) as Partial<AsyncIterable<unknown>>;
  if (pages[Symbol.asyncIterator] === undefined) return result;
  for await (const item of pages as AsyncIterable<unknown>) return item;
  return undefined;
}
