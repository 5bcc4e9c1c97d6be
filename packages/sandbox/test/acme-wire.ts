// A mail service that nobody has built in, with public names alone: the one of docs/own-wire.md.
import { randomUUID } from 'node:crypto';
import {
  accept,
  bearerLogin,
  contactBook,
  dateOf,
  defineWire,
  fieldsOf,
  flagOf,
  mailboxesOf,
  mailboxOf,
  need,
  noContent,
  ok,
  Problem,
  readBearer,
  resource,
  route,
  sharedSecretOf,
  textOf,
  type WireAccount,
} from '@org/sandbox/wire';

const problem = (status: number, message: string) => ({ status, json: { error: { message } } });
const invalid = (field: string) => () => new Problem(problem(422, `"${field}" is missing or invalid.`));
const secretOf = sharedSecretOf('acme');

const send = (account: WireAccount) =>
  route('POST', '/v1/send', (request) => {
    const body = fieldsOf(request.json());
    const content = fieldsOf(body['content']);
    const id = `acme_${randomUUID()}`;
    accept(account, problem, {
      id,
      from: need(mailboxOf(body['from'], invalid('from')), invalid('from')),
      to: mailboxesOf(body['to'], invalid('to')),
      subject: need(textOf(content['subject']), invalid('content.subject')),
      html: textOf(content['html']),
      text: textOf(content['text']),
      labels: { service: 'acme' },
    });
    return ok({ data: { id } }, 202);
  });

const contacts = ({ store }: WireAccount) =>
  resource(
    {
      missing: () => new Problem(problem(404, 'There is no such contact.')),
      list: (views) => ok({ data: views }),
      removed: () => noContent,
      changeMethod: 'PATCH',
    },
    '/v1/contacts',
    store.contacts,
    {
      read: (body, old) => ({
        ...{ fields: {}, lists: [], own: {}, ...old },
        email: need(textOf(body['email']) ?? old?.email, invalid('email')),
        unsubscribed: flagOf(body['opt_in']) === false,
      }),
      view: ({ id, email, unsubscribed, createdAt }) => {
        return { id, email, opt_in: !unsubscribed, created_at: dateOf(createdAt) };
      },
    },
  );

export const acme = defineWire({
  name: 'acme',
  keyPrefix: 'acme_',
  readKey: readBearer,
  problem,
  rateLimit: { limit: 1000, windowMs: 60_000 },
  absent: [['GET', '/v1/stats', 'stats.get']],
  routes: (account) => [
    send(account),
    route('GET', '/v1/contacts/count', () => ok({ data: contactBook(account.store).membersOf('').length })),
    ...contacts(account),
  ],
  events: {
    names: { delivered: 'mail.delivered', bounced: 'mail.bounced' },
    secretOf,
    write: ([{ kind, recipient, message, at }], { seed }) => ({
      body: JSON.stringify({ event: kind, to: recipient, id: message.id, at: dateOf(at) }),
      headers: bearerLogin(secretOf(seed)),
    }),
  },
});
