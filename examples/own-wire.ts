// A mail service of your own in the sandbox, as packages/sandbox/docs/own-wire.md describes it.
import { randomUUID } from 'node:crypto';
import { createEmailClient } from '@org/email';
import { generic } from '@org/email/generic';
import { startSandbox } from '@org/sandbox';
import {
  accept,
  bearerLogin,
  dateOf,
  defineWire,
  fieldsOf,
  mailboxesOf,
  mailboxOf,
  need,
  ok,
  Problem,
  readBearer,
  route,
  sharedSecretOf,
  textOf,
} from '@org/sandbox/wire';

const problem = (status: number, message: string) => ({ status, json: { error: { message } } });
const invalid = (field: string) => () => new Problem(problem(422, `"${field}" is missing or invalid.`));
const secretOf = sharedSecretOf('acme');

const acme = defineWire({
  name: 'acme',
  keyPrefix: 'acme_',
  readKey: readBearer,
  problem,
  rateLimit: { limit: 1000, windowMs: 60_000 },
  routes: (account) => [
    route('POST', '/v1/send', (request) => {
      const body = fieldsOf(request.json());
      const id = randomUUID();
      accept(account, problem, {
        id,
        from: need(mailboxOf(body['from'], invalid('from')), invalid('from')),
        to: mailboxesOf(body['to'], invalid('to')),
        subject: need(textOf(body['subject']), invalid('subject')),
        html: textOf(body['html']),
        labels: { service: 'acme' },
      });
      return ok({ id }, 202);
    }),
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

const mail = { wires: [acme] };
await using sandbox = await startSandbox({ mail, routing: false, realtime: false, page: false });
const { ACME_BASE_URL: baseUrl = '', ACME_API_KEY: apiKey = '' } = sandbox.env;
const fields = { from: 'from', to: 'to', subject: 'subject', html: 'html' } as const;
const driver = generic({ name: 'acme', baseUrl, send: { path: '/v1/send', fields, id: 'id' } }, { apiKey });
await using email = createEmailClient({ driver });
await email.send({ from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', html: '<p>Hi</p>' });

const message = await sandbox.mail?.mailbox.waitFor({ to: 'bob@example.com' });
console.log(message?.labels?.service); // acme
console.log(sandbox.requests.last('acme')?.status); // 202
