// A call reads what it is given at once: whatever the caller does with its objects afterwards, and whatever
// somebody put into `Object.prototype`, the same requests go out.
import { createFakeTransport } from '@org/core/testing';
import { createEmailClient, type EmailMessage } from '@org/email';
import type { resend } from '@org/email/resend';
import { afterEach, describe, expect, it } from 'vitest';
import { driverOf, type ServiceName, serviceNames } from './answers/services.ts';
import { collect } from './collect.ts';

const startMs = Date.now();

/** Changes every object, list, date and byte that a value holds. */
function spoil(value: unknown): void {
  if (value instanceof Date) value.setTime(0);
  else if (value instanceof Uint8Array) value.fill(0);
  else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) spoil(each);
    for (const name of Object.keys(value)) Reflect.set(value, name, 'spoilt');
    if (Array.isArray(value)) value.push('spoilt');
    else Object.assign(value, { spoilt: 'spoilt' });
  }
}

/** A message with an object, a list, a date or bytes in each field that the service carries. */
function messageOf(service: ServiceName): EmailMessage {
  const { message: can } = driverOf(service, 'https://service.example').capabilities;
  const attachments = [{ filename: 'before.txt', content: new TextEncoder().encode('before') }];
  if (can.ownContent === false) {
    const template = { id: 'stored', variables: { order: 'before' } };
    return { to: [{ address: 'bob@other.example' }], template, attachments } as EmailMessage;
  }
  return {
    from: { address: 'ann@mail.example', ...(can.senderNames !== false && { name: 'Ann' }) },
    to: [{ address: 'bob@other.example', name: 'Bob' }],
    replyTo: [{ address: 'desk@mail.example' }],
    subject: 'Before',
    html: '<p>before</p>',
    headers: { 'X-Order': 'before' },
    listUnsubscribe: { url: 'https://mail.example/out', mailto: 'out@mail.example' },
    ...(can.cc && { cc: [{ address: 'cat@other.example' }] }),
    ...(can.sendAt ? { sendAt: new Date(startMs + 3_600_000) } : { attachments }),
    ...(can.tags && { tags: [{ name: 'tag', value: 'before' }] }),
    ...(can.metadata && { metadata: { order: 'before' } }),
    ...(can.tracking && { tracking: { opens: false } }),
    providerOptions: { nobody: { list: ['before'] } },
  } as EmailMessage;
}

type Client = ReturnType<typeof clientOf>['email'];

function clientOf(service: ServiceName) {
  const transport = createFakeTransport([{ answer: { status: 500 } }]);
  const email = createEmailClient({
    // Its type has all parts; each test asks for those of its service.
    driver: driverOf(service, 'https://service.example') as ReturnType<typeof resend>,
    transport,
    retry: false,
    limiter: false,
    onLossy: 'allow',
    runtime: { now: () => startMs },
  });
  const uuids = /[0-9a-f]{8}-[0-9a-f-]{27}|boundary\S*/g;
  /** The requests from now on. */
  const record = async (call: () => unknown) => {
    const before = transport.requests.length;
    await Promise.resolve(call()).catch(() => {});
    return transport.requests
      .slice(before)
      .map((request) => [
        request.method,
        String(request.url),
        request.headers.get('x-option'),
        request.text()?.replaceAll(uuids, 'id'),
      ]);
  };
  return { email, record };
}

/** A public function: what it is given, and the call. */
interface Door {
  readonly given: readonly unknown[];
  readonly call: (email: Client, given: readonly [never, never]) => unknown;
}

const options = () => ({ headers: { 'x-option': 'before' } });

const mailDoors: Readonly<Record<string, (service: ServiceName) => Door>> = {
  send: (service) => ({
    given: [messageOf(service), options()],
    call: (email, [mail, given]) => email.send(mail as never, given),
  }),
  sendBatch: (service) => ({
    given: [[messageOf(service), messageOf(service)], { ...options(), concurrency: 1 }],
    call: (email, [list, given]) => email.sendBatch(list as never, given),
  }),
  sendEach: (service) => ({
    given: [options()],
    call: (email, [given]) =>
      collect(
        email.sendEach(
          (function* () {
            const mail = messageOf(service);
            yield mail as never;
            // The next message is asked for.
            spoil(mail);
          })(),
          given,
        ),
      ),
  }),
};

const contact = () => ({ email: 'bob@before.example', firstName: 'Before', fields: { plan: 'before' } });
const template = () => ({
  name: 'before',
  subject: 'before',
  html: '<p>',
  from: { address: 'a@before.dev' },
});
const addresses = () => ['bob@before.example'];

const storeDoors: Readonly<Record<string, () => Door>> = {
  'templates.create': () => ({
    given: [template(), options()],
    call: (email, [input, given]) => email.templates.create(input, given),
  }),
  'templates.update': () => ({
    given: [template(), options()],
    call: (email, [input, given]) => email.templates.update('t', input, given),
  }),
  'templates.list': () => ({
    given: [{ pageSize: 7 }, options()],
    call: (email, [filter, given]) => collect(email.templates.list(filter, given)),
  }),
  'contacts.upsert': () => ({
    given: [contact(), options()],
    call: (email, [input, given]) => email.contacts.upsert(input, given),
  }),
  'contacts.update': () => ({
    given: [contact(), options()],
    call: (email, [input, given]) => email.contacts.update('c', input, given),
  }),
  'contacts.import': () => ({
    given: [{ contacts: [contact()], listIds: ['before'] }, options()],
    call: (email, [input, given]) => email.contacts.import(input, given),
  }),
  'contacts.createField': () => ({
    given: [{ name: 'before', type: 'text' }, options()],
    call: (email, [input, given]) => email.contacts.createField(input, given),
  }),
  'lists.create': () => ({
    given: [{ name: 'before' }, options()],
    call: (email, [input, given]) => email.lists.create(input, given),
  }),
  'lists.addMembers': () => ({
    given: [addresses(), options()],
    call: (email, [input, given]) => email.lists.addMembers('l', input, given),
  }),
  'suppressions.add': () => ({
    given: [{ email: 'bob@before.example' }, options()],
    call: (email, [input, given]) => email.suppressions.add(input, given),
  }),
  'suppressions.list': () => ({
    given: [{ pageSize: 7 }, options()],
    call: (email, [filter, given]) => collect(email.suppressions.list(filter, given)),
  }),
  'messages.reschedule': () => ({
    given: [new Date(startMs + 3_600_000), options()],
    call: (email, [at, given]) => email.messages.reschedule('m', at, given),
  }),
  'webhooks.create': () => ({
    given: [{ url: 'https://before.example/', events: ['delivered'] }, options()],
    call: (email, [input, given]) => email.webhooks.create(input, given),
  }),
  request: () => ({
    given: [{ method: 'POST', path: '/before', query: { a: 'before' }, json: { a: ['before'] } }, options()],
    call: (email, [input, given]) => email.request(input, given),
  }),
};

const doors: readonly (readonly [string, ServiceName, () => Door])[] = [
  ...Object.entries(mailDoors).flatMap(([name, door]) =>
    serviceNames.map((service) => [name, service, () => door(service)] as const),
  ),
  ...Object.entries(storeDoors).map(([name, door]) => [name, 'resend', door] as const),
];

/** The requests of a client's first call and of a later one, each changed by `after` once it has started. */
async function requestsOf(service: ServiceName, door: () => Door, after: (given: unknown) => void) {
  const { email, record } = clientOf(service);
  const run = () =>
    record(() => {
      const { given, call } = door();
      const ending = call(email, given as unknown as [never, never]);
      after(given);
      return ending;
    });
  return [await run(), await run()];
}

describe.each(doors)('P9: %s, through %s', (_name, service, door) => {
  it('sends its input as it was at the call', async () => {
    const usual = await requestsOf(service, door, () => {});
    expect(usual.flat().length).toBeGreaterThan(1);
    expect(JSON.stringify(usual)).toContain('before');
    const spoilt = await requestsOf(service, door, spoil);
    expect(JSON.stringify(spoilt)).not.toMatch(/spoilt|1970/);
    expect(spoilt).toEqual(usual);
  });
});

/** Names that messages, resources and options may have. */
const polluted = [
  'name',
  'value',
  'cc',
  'bcc',
  'text',
  'tags',
  'template',
  'metadata',
  'sandbox',
  'stream',
  'messageId',
  'contentId',
  'contentType',
  'opens',
  'clicks',
  'variables',
  'description',
  'replyTo',
  'subscribed',
  'lastName',
  'search',
  'cursor',
  'pageSize',
  'reason',
  'scopeId',
  'providerOptions',
  'idempotencyKey',
  'onLossy',
  'hooks',
  'deadlineMs',
  'from',
  'html',
  'sender',
  'envelopeFrom',
  'date',
  'raw',
  'sendAt',
  'alternatives',
  'attachments',
  'url',
  'mailto',
];

describe('C16: a polluted Object.prototype', () => {
  afterEach(() => {
    for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
  });

  // The first call loads code, in which the test runner itself reads such properties.
  it.each(doors)('changes no later request of %s, through %s', async (_name, service, door) => {
    const { email, record } = clientOf(service);
    const run = (given: readonly unknown[], call: Door['call']) =>
      record(() => call(email, given as unknown as [never, never]));
    const first = door();
    const usual = await run(first.given, first.call);
    const { given, call } = door();
    for (const name of polluted)
      Object.defineProperty(Object.prototype, name, {
        value: 'polluted',
        configurable: true,
        writable: true,
      });
    const found = await run(given, call);
    for (const name of polluted) Reflect.deleteProperty(Object.prototype, name);
    expect(usual).not.toEqual([]);
    expect(found).toEqual(usual);
  });
});
