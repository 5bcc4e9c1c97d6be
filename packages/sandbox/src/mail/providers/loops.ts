// Loops' transactional mail: its OpenAPI document 1.21.6. The content is a stored template's.
import { randomUUID } from 'node:crypto';
import {
  accept,
  contactBook,
  type Door,
  type DoorContext,
  type Fields,
  fieldsOf,
  fileOf,
  fillTemplate,
  isAddress,
  itemsOf,
  type MailEvent,
  mailboxOf,
  need,
  ok,
  ownTable,
  Problem,
  readBearer,
  route,
  type SandboxRequest,
  type Submission,
  standardHeaders,
  standardSecretOf,
  textOf,
} from '../kit.ts';

const dayMs = 86_400_000;
const maxKeyLength = 100;

const problem = (status: number, message: string) => ({
  status,
  json: { success: false, message },
});
const refuse = (path: string, message: string, status = 400): Problem =>
  new Problem({ status, json: { success: false, path, message } });

/** Transactional mail has no opens, clicks and unsubscriptions. */
const names = {
  deferred: 'email.softBounced',
  delivered: 'email.delivered',
  bounced: 'email.hardBounced',
  complained: 'email.spamReported',
} as const;

export const loops: Door = {
  name: 'loops',
  basePath: '/api/v1',
  keyPrefix: '',
  readKey: readBearer,
  refuseKey: () => problem(401, 'Invalid API key'),
  rateLimit: { limit: 10, windowMs: 1000 },
  rateHeaders: { prefix: 'x-ratelimit-', hasReset: false },
  problem,
  routes: (context) => [
    route('GET', '/api/v1/api-key', () => ok({ success: true, teamName: 'Sandbox' })),
    route('POST', '/api/v1/transactional', (request) => send(context, request)),
  ],
  absent: [
    ['GET', '/api/v1/transactional', 'getTransactionalEmails'],
    ['GET', '/api/v1/transactional-emails', 'listTransactionalEmails'],
    ['POST', '/api/v1/transactional-emails', 'createTransactionalEmail'],
    ['GET', '/api/v1/contacts/suppression', 'getContactSuppression'],
    ['DELETE', '/api/v1/contacts/suppression', 'removeContactSuppression'],
    ['GET', '/api/v1/lists', 'getMailingLists'],
    ['POST', '/api/v1/events/send', 'sendEvent'],
  ],
  events: {
    names,
    secretOf: standardSecretOf,
    write: ([event], context) => {
      const body = JSON.stringify(toWire(event));
      return { body, headers: standardHeaders({ id: event.id, body }, context) };
    },
  },
};

/** The response has no id. A key of the last 24 hours is a 409, for any body. */
function send(context: DoorContext, request: SandboxRequest) {
  const { store } = context;
  const key = request.headers['idempotency-key'];
  const keys = ownTable<object>(store, 'loops keys');
  const body = fieldsOf(request.json());
  if (key !== undefined && key.length > maxKeyLength)
    throw refuse('Idempotency-Key', `must have at most ${maxKeyLength} characters`);
  const used = key === undefined ? undefined : keys.get(key);
  if (used && store.now() - used.createdAt < dayMs)
    throw new Problem(problem(409, 'Idempotency key already used with a different request body.'));
  const mail = readMail(context, body);
  accept(context, problem, mail);
  const [{ address = '' } = {}] = mail.to;
  const book = contactBook(store);
  if (body['addToAudience'] === true && book.findByEmail(address) === undefined) book.add(address);
  if (key !== undefined) {
    keys.delete(key);
    keys.add({}, key);
  }
  return ok({ success: true });
}

/**
 * A template that is not Loops' own has no sender: the variables `from` and `replyTo` are used.
 *
 * @throws {Problem} 400, 404 for an unknown template
 */
function readMail({ store }: DoorContext, body: Fields): Submission {
  const address = textOf(body['email']) ?? '';
  if (!isAddress(address)) throw refuse('email', 'A valid email is required.');
  const name = textOf(body['transactionalId']);
  const template = need(store.templates.get(name ?? ''), () =>
    refuse('transactionalId', 'Transactional email not found', 404),
  );
  const variables = fieldsOf(body['dataVariables']);
  const { subject = '', html, text } = fillTemplate(template, variables);
  const invalid = () => refuse('dataVariables', 'A valid sender is required.');
  const replyTo = textOf(variables['replyTo']);
  return {
    ...{ id: randomUUID(), subject, html, text },
    from: mailboxOf(variables['from'], invalid) ?? { name: 'Loops', address: 'loops@example.com' },
    to: [{ name: '', address }],
    replyTo: replyTo === undefined ? [] : [replyTo],
    attachments: itemsOf(body['attachments']).map(({ filename, data, contentType }) =>
      fileOf(filename, data, contentType),
    ),
    own: { template: name },
    labels: { service: 'loops' },
  };
}

function toWire({ kind, message, recipient: email, at }: MailEvent) {
  return {
    ...{ eventName: names[kind as keyof typeof names], eventTime: Math.floor(at / 1000) },
    webhookSchemaVersion: '1.0.0',
    contactIdentity: { id: `contact-${email}`, email, userId: null },
    email: { id: message.id, emailMessageId: message.id, subject: message.subject },
    ...{ sourceType: 'transactional', transactionalId: message.own['template'] },
  };
}
