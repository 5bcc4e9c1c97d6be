// Scaleway's Transactional Email, v1alpha1: its official SDK of 2026 (scaleway-sdk-js 06fd658d, 20304191).
import {
  accept,
  addressesOf,
  addressOf,
  type Door,
  dateOf,
  type Fields,
  fieldsOf,
  fileOf,
  itemsOf,
  type Message,
  need,
  newMailId,
  ok,
  outcomesOf,
  Problem,
  recipientId,
  route,
  type Submission,
  textOf,
  textsOf,
} from '../kit.ts';

const maxRecipients = 10;
const base = '/transactional-email/v1alpha1/regions/:region';

const types = new Map([
  [400, 'invalid_arguments'],
  [401, 'denied_authentication'],
  [403, 'permissions_denied'],
  [404, 'not_found'],
  [405, 'invalid_request_error'],
  [410, 'expired'],
  [412, 'precondition_failed'],
  [422, 'invalid_arguments'],
  [423, 'locked'],
  [429, 'too_many_requests'],
  [503, 'out_of_stock'],
]);

/** The types of other statuses are not published, as that of a mail that is too large. */
function problem(status: number, message: string) {
  const type = types.get(status);
  return { status, json: type === undefined ? { message } : { type, message } };
}

/** A refused field. `reason` is `required`, `format` or `constraint`. */
const refuse = (argument_name: string, reason: string, help_message = ''): Problem => {
  const details = [{ argument_name, reason, help_message }];
  return new Problem({ status: 400, json: { type: 'invalid_arguments', details } });
};

export const scaleway: Door = {
  name: 'scaleway',
  keyPrefix: '',
  readKey: ({ headers }) => headers['x-auth-token'],
  refuseKey: () => ({
    status: 401,
    json: { type: 'denied_authentication', method: 'api_key', reason: 'not_found' },
  }),
  rateHeaders: {},
  tooMany: (reset_seconds) => ({
    status: 429,
    json: { type: 'too_many_requests', help_message: '', reset_seconds },
  }),
  problem,
  env: (key) => ({ SCALEWAY_API_KEY: key, SCW_DEFAULT_PROJECT_ID: 'aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee' }),
  routes: (context) => {
    const own = () => context.store.messages.all().filter(({ service }) => service === 'scaleway');
    const all = () => own().flatMap((message) => message.recipients.map((each) => toWire(message, each)));
    return [
      route('POST', `${base}/emails`, (request) => {
        const { message } = accept(context, problem, readMail(fieldsOf(request.json())));
        return ok({
          emails: message.recipients.map((each) => ({ ...toWire(message, each), status: 'new' })),
        });
      }),
      route('GET', `${base}/emails`, ({ query }) => {
        const [page, size] = [Number(query.get('page')) || 1, Number(query.get('page_size')) || 20];
        const emails = all();
        return ok({ total_count: emails.length, emails: emails.slice((page - 1) * size, page * size) });
      }),
      route('GET', `${base}/emails/:id`, (_request, { id }) => {
        const json = { type: 'not_found', resource: 'email', resource_id: id };
        const missing = () => new Problem({ status: 404, json });
        return ok(
          need(
            all().find((email) => email.id === id),
            missing,
          ),
        );
      }),
    ];
  },
  absent: [
    ['POST', `${base}/emails/:id/cancel`, 'cancelEmail'],
    ['GET', `${base}/statistics`, 'getStatistics'],
    ['GET', `${base}/domains`, 'listDomains'],
    ['GET', `${base}/webhooks`, 'listWebhooks'],
    ['GET', `${base}/blocklists`, 'listBlocklists'],
  ],
};

/** @throws {Problem} 400 */
function readMail(mail: Fields): Submission {
  const read = (field: string) => addressesOf(mail[field], () => refuse(field, 'format', 'must be an email'));
  const [to, cc, bcc] = [read('to'), read('cc'), read('bcc')];
  const need400 = <Value>(field: string, value: Value | undefined): Value =>
    need(value, () => refuse(field, 'required'));
  const project = need400('project_id', textOf(mail['project_id']));
  const from = addressOf(mail['from'], () => refuse('from', 'format', 'must be an email'));
  const count = to.length + cc.length + bcc.length;
  if (count === 0) throw refuse('to', 'required');
  if (count > maxRecipients)
    throw refuse('to', 'constraint', `must have at most ${maxRecipients} recipients`);
  return {
    ...{ id: newMailId(), from: need400('from', from), to, cc, bcc },
    subject: need400('subject', textOf(mail['subject']) || undefined),
    html: textOf(mail['html']),
    text: textOf(mail['text']),
    // `Reply-To` is one of them.
    headers: itemsOf(mail['additional_headers']).flatMap(({ key, value }) => {
      const name = textOf(key);
      return name === undefined ? [] : [[name, textOf(value) ?? ''] as const];
    }),
    attachments: itemsOf(mail['attachments']).map(({ name, content, type }) => fileOf(name, content, type)),
    own: { project, cc: cc.map(({ address }) => address), bcc: bcc.map(({ address }) => address) },
    labels: { service: 'scaleway' },
  };
}

/** The mail to one recipient. A suppressed one fails after the response. */
function toWire(message: Message, recipient: string) {
  const { own, createdAt, from, subject } = message;
  const [id, at] = [recipientId(message, recipient), dateOf(createdAt)];
  const kinds = outcomesOf(message).flatMap((outcome) =>
    outcome.recipient === recipient ? outcome.kind : [],
  );
  const isFailed = kinds.includes('bounced') || kinds.includes('suppressed');
  const typeOf = ['cc', 'bcc'].find((type) => textsOf(own[type]).includes(recipient)) ?? 'to';
  return {
    ...{ id, message_id: `${message.id}@mail.localhost`, project_id: own['project'], mail_from: from },
    ...{ mail_rcpt: recipient, rcpt_type: typeOf, subject, created_at: at, updated_at: at },
    status: isFailed ? 'failed' : kinds.length > 0 ? 'sent' : 'sending',
    status_details: kinds.includes('suppressed') ? 'the address is in a blocklist' : '',
    ...{ try_count: 1, last_tries: [], flags: [] },
  };
}
