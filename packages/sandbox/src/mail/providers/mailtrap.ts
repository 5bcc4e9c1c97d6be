// Mailtrap's Email API, also its sandboxes: OpenAPI documents of June 2026 (mailtrap-openapi f96b352).
import { createHmac } from 'node:crypto';
import {
  accept,
  addressesOf,
  addressOf,
  client,
  type Door,
  type DoorContext,
  endPart,
  type Fields,
  fieldsOf,
  fileOf,
  fillTemplate,
  itemsOf,
  type MailEvent,
  need,
  newMailId,
  ok,
  Problem,
  readBearer,
  recipientId,
  route,
  type SandboxRequest,
  type Submission,
  sharedSecretOf,
  textFieldsOf,
  textOf,
} from '../kit.ts';

const maxBatch = 500;

const problem = (status: number, message: string) => ({
  status,
  json: { success: false, errors: [message] },
});
const refuse = (message: string): Problem => new Problem(problem(400, message));
const secretOf = sharedSecretOf('mailtrap');

const names = {
  deferred: 'soft bounce',
  delivered: 'delivery',
  bounced: 'bounce',
  complained: 'spam',
  opened: 'open',
  clicked: 'click',
  unsubscribed: 'unsubscribe',
} as const;

export const mailtrap: Door = {
  name: 'mailtrap',
  keyPrefix: '',
  readKey: (request) => readBearer(request) ?? request.headers['api-token'],
  refuseKey: () => problem(401, 'Unauthorized'),
  rateLimit: { limit: 150, windowMs: 10_000 },
  rateHeaders: {},
  problem,
  routes: (context) => {
    const send = (mail: Fields) => {
      const { message } = accept(context, problem, readMail(context, mail));
      return ok({ success: true, message_ids: message.recipients.map((each) => recipientId(message, each)) });
    };
    const sendBatch = async (request: SandboxRequest) => {
      const { base, requests } = fieldsOf(request.json());
      const mails = itemsOf(requests);
      if (mails.length === 0 || mails.length > maxBatch)
        throw refuse(`'requests' must have 1 to ${maxBatch} messages`);
      const responses = [];
      for (const mail of mails) {
        const { json } = await endPart(context, problem, () => send({ ...fieldsOf(base), ...mail }));
        responses.push(json);
      }
      return ok({ success: true, responses });
    };
    // With the number of a sandbox at the end.
    return ['', '/:sandbox'].flatMap((end) => [
      route('POST', `/api/send${end}`, (request) => send(fieldsOf(request.json()))),
      route('POST', `/api/batch${end}`, sendBatch),
    ]);
  },
  absent: [
    ['GET', '/api/suppressions', 'suppressions.getList'],
    ['DELETE', '/api/suppressions/:id', 'suppressions.delete'],
    ['GET', '/api/email_logs', 'emailLogs.getList'],
    ['GET', '/api/email_logs/:id', 'emailLogs.get'],
    ['GET', '/api/webhooks', 'webhooks.getList'],
    ['POST', '/api/webhooks', 'webhooks.create'],
  ],
  events: {
    names,
    secretOf,
    batchOf: () => 500,
    write: (events, { seed }) => {
      const body = JSON.stringify({ events: events.map(toWire) });
      const signature = createHmac('sha256', secretOf(seed)).update(body).digest('hex');
      return { body, headers: { 'mailtrap-signature': signature } };
    },
  },
};

/** @throws {Problem} 400 */
function readMail({ store }: DoorContext, mail: Fields): Submission {
  const read = (field: string) =>
    addressesOf(mail[field], (_text, place) => refuse(`address is invalid in '${field}' ${place}`));
  const [to, cc, bcc] = [read('to'), read('cc'), read('bcc')];
  const sender = addressOf(mail['from'], () => refuse("'from' address is invalid"));
  const reply = addressOf(mail['reply_to'], () => refuse("'reply_to' address is invalid"));
  const template = textOf(mail['template_uuid']);
  const stored = template === undefined ? undefined : need(store.templates.get(template), missing);
  const { subject, html, text } = stored
    ? fillTemplate(stored, fieldsOf(mail['template_variables']))
    : { subject: textOf(mail['subject']), html: textOf(mail['html']), text: textOf(mail['text']) };
  const from = need(sender, () => refuse("'from' is required"));
  if (to.length + cc.length + bcc.length === 0) throw refuse("'to', 'cc' or 'bcc' address is required");
  if (!html && !text) throw refuse('must specify either text or html body');
  const category = textOf(mail['category']);
  const variables = fieldsOf(mail['custom_variables']);
  return {
    ...{ id: newMailId(), from, to, cc, bcc, html, text },
    subject: need(subject || undefined, () => refuse("'subject' is required")),
    replyTo: reply && [reply],
    headers: Object.entries(textFieldsOf(mail['headers'])),
    attachments: itemsOf(mail['attachments']).map(({ filename, content, type, disposition, content_id }) =>
      fileOf(filename, content, type, disposition === 'inline' ? content_id : undefined),
    ),
    own: { variables },
    labels: {
      service: 'mailtrap',
      tags: category === undefined ? [] : [category],
      metadata: textFieldsOf(variables),
    },
  };
}

const missing = () => refuse("'template_uuid' is unknown");

/** A recipient has an id of its own; times are in seconds. */
function toWire({ kind, id, message, recipient, at }: MailEvent) {
  const isSeen = kind === 'opened' || kind === 'clicked' || kind === 'unsubscribed';
  return {
    ...{ event: names[kind], timestamp: Math.floor(at / 1000), sending_stream: 'transactional' },
    category: message.labels.tags?.[0],
    ...{ custom_variables: message.own['variables'], message_id: recipientId(message, recipient) },
    ...{ email: recipient, event_id: id },
    ...(kind === 'deferred' && { response: '451 4.7.1 Try again later', response_code: 451 }),
    ...(kind === 'bounced' && { response: '550 5.1.1 No such user', response_code: 550 }),
    ...(isSeen && { ip: client.ip, user_agent: client.userAgent }),
    ...(kind === 'clicked' && { url: client.link }),
  };
}
