// Mailchimp Transactional, Mandrill's API 1.4: its OpenAPI document of April 2026.
import { createHmac } from 'node:crypto';
import {
  acceptAll,
  client,
  type Door,
  type DoorContext,
  type Fields,
  fieldsOf,
  fileOf,
  flagOf,
  instantOf,
  isAddress,
  itemsOf,
  type MailAddress,
  type MailEvent,
  type Message,
  need,
  newMailId,
  ok,
  Problem,
  parseText,
  recipientId,
  route,
  type Submission,
  type Suppression,
  sharedSecretOf,
  suppressionBook,
  type Template,
  textFieldsOf,
  textOf,
  textsOf,
  trackingOf,
} from '../kit.ts';
import { fillContent, fillRegions, groupsOf, metadataOf, variablesOf } from './mandrill-content.ts';

const errorNames = new Map([
  [400, 'ValidationError'],
  [401, 'Invalid_Key'],
  [402, 'PaymentRequired'],
  [404, 'Unknown_Template'],
  [413, 'PayloadTooLarge'], // its name is not published
  [422, 'ValidationError'],
  [429, 'RequestLimitExceeded'],
]);

function problem(status: number, message: string) {
  const name = errorNames.get(status) ?? 'GeneralError';
  return { status, json: { status: 'error', code: name === 'ValidationError' ? -2 : status, name, message } };
}

const refuse = (field: string, words: string): Problem =>
  new Problem(problem(422, `Validation error: ${JSON.stringify({ [field]: words })}`));
const secretOf = sharedSecretOf('mandrill');

const reasons: Readonly<Record<Suppression['reason'], string>> = {
  bounce: 'hard-bounce',
  complaint: 'spam',
  unsubscribe: 'unsub',
  manual: 'custom',
};

const names = {
  deferred: 'deferral',
  delivered: 'delivered',
  bounced: 'hard_bounce',
  complained: 'spam',
  opened: 'open',
  clicked: 'click',
  unsubscribed: 'unsub',
} as const;

/** The key is in each body. Older SDKs call `/api/1.0/….json`. */
export const mandrill: Door = {
  name: 'mandrill',
  basePath: '/api/1.4',
  keyPrefix: '',
  around: (request, next) =>
    next({ ...request, path: request.path.replace(/^\/api\/1\.\d\//, '/api/1.4/').replace(/\.json$/, '') }),
  readKey: (request) => textOf(fieldsOf(parseText(request.text()))['key']),
  refuseKey: () => problem(401, 'Invalid API key'),
  rateHeaders: {},
  problem,
  routes: (context) => {
    const call = (path: string, run: (body: Fields) => unknown) =>
      route('POST', `/api/1.4${path}`, (request) => ok(run(fieldsOf(request.json()))));
    const book = suppressionBook(context.store);
    const emailIn = ({ email }: Fields): string => {
      const address = textOf(email) ?? '';
      if (!isAddress(address)) throw refuse('email', 'Not a valid email address');
      return address;
    };
    return [
      call('/users/ping2', () => ({ PING: 'PONG!' })),
      call('/messages/send', ({ template_name: _, ...body }) => send(context, body)),
      call('/messages/send-template', (body) => {
        if (!textOf(body['template_name'])) throw refuse('template_name', 'Please enter a value');
        return send(context, body);
      }),
      call('/rejects/list', ({ email }) =>
        book.list({ email: textOf(email) }).map((row) => ({
          ...{ email: row.email, reason: reasons[row.reason], detail: null },
          created_at: new Date(row.createdAt).toISOString().slice(0, 19).replace('T', ' '),
        })),
      ),
      call('/rejects/add', (body) => {
        const { email } = book.add(emailIn(body), 'manual');
        return { email, added: true };
      }),
      call('/rejects/delete', (body) => {
        const email = emailIn(body);
        return { email, deleted: book.remove({ email }) };
      }),
    ];
  },
  absent: ['send-raw', 'info', 'search', 'content', 'parse', 'list-scheduled', 'cancel-scheduled'].map(
    (name) => ['POST', `/api/1.4/messages/${name}`, `messages.${name}`],
  ),
  events: {
    names,
    secretOf,
    batchOf: () => 1000,
    write: (events, { seed, hook }) => {
      const form = { mandrill_events: JSON.stringify(events.map(toWire)) };
      const signed = `${hook.url}mandrill_events${form.mandrill_events}`;
      const signature = createHmac('sha1', secretOf(seed)).update(signed).digest('base64');
      const type = 'application/x-www-form-urlencoded';
      const headers = { 'content-type': type, 'x-mandrill-signature': signature };
      return { body: `${new URLSearchParams(form)}`, headers };
    },
  },
};

/** A success has an answer for each recipient, also of those that are refused. */
function send(context: DoorContext, body: Fields) {
  const mail = fieldsOf(body['message']);
  const recipients = itemsOf(mail['to']);
  const isValid = ({ email }: Fields) => isAddress(textOf(email) ?? '');
  const from = { address: textOf(mail['from_email']) ?? '', name: textOf(mail['from_name']) ?? '' };
  if (recipients.length === 0) throw refuse('message.to', 'Please enter an array');
  if (!isAddress(from.address))
    throw refuse('message.from_email', 'An email address must contain a single @');
  const refused = (status: string, reject_reason: string | null, of: readonly Fields[]) =>
    of.map(({ email }) => ({ email, status, reject_reason, _id: newId() }));
  const isUnsigned = context.store.refuseSender(from.address) !== undefined;
  if (isUnsigned) return refused('rejected', 'unsigned', recipients);
  const valid = recipients.filter(isValid);
  const isShown = mail['preserve_recipients'] === true;
  const groups = isShown ? groupsOf(valid, mail) : valid.map((each) => [each]);
  const mails = groups.map((group) => readMail(context, body, { from, to: isShown ? valid : group, group }));
  const invalid = recipients.filter((each) => !isValid(each));
  return [...acceptAll(context, problem, mails).flatMap(answersOf), ...refused('invalid', null, invalid)];
}

function answersOf(message: Message) {
  const { recipients, suppressed, suppressedBy = [], state } = message;
  return recipients.map((email) => {
    const reason = suppressedBy[suppressed.indexOf(email)];
    const answer = {
      email,
      reject_reason: reason ? reasons[reason] : null,
      _id: recipientId(message, email),
    };
    return { ...answer, status: reason ? 'rejected' : state };
  });
}

interface Parties {
  readonly from: MailAddress;
  /** Those whom the mail names. */
  readonly to: readonly Fields[];
  readonly group: readonly Fields[];
}

/** @throws {Problem} 404 for a template that is not there, 422 for a time that is none */
function readMail({ store }: DoorContext, body: Fields, { from, to, group }: Parties): Submission {
  const mail = fieldsOf(body['message']);
  const of = (kind: string) =>
    to
      .filter(({ type = 'to' }) => type === kind)
      .map(({ email, name }) => ({
        address: textOf(email) ?? '',
        name: textOf(name) ?? '',
      }));
  const name = textOf(body['template_name']);
  const stored: Partial<Template> =
    name === undefined ? {} : need(store.templates.get(name), () => unknownTemplate(name));
  const recipients = group.map(({ email }) => `${email}`);
  const [recipient = ''] = recipients;
  const given = {
    subject: textOf(mail['subject']) ?? stored.subject,
    html: textOf(mail['html']) ?? fillRegions(stored.html, body['template_content']),
    text: textOf(mail['text']) ?? stored.text,
  };
  const { subject = '', html, text } = fillContent(given, mail, variablesOf(mail, recipient));
  const sendAt = textOf(body['send_at'])?.replace(/^(\S+) (\S+)$/, '$1T$2Z');
  return {
    id: newId(),
    ...{ from, to: of('to'), cc: of('cc'), bcc: of('bcc') },
    ...{ recipients, subject, html, text },
    headers: Object.entries(textFieldsOf(mail['headers'])),
    attachments: [
      ...itemsOf(mail['attachments']).map((file) => fileOf(file['name'], file['content'], file['type'])),
      // The name of an image is its content id.
      ...itemsOf(mail['images']).map(({ name, content, type }) => fileOf(name, content, type, name)),
    ],
    sendAt: sendAt === undefined ? undefined : need(instantOf(sendAt), badTime),
    labels: {
      service: 'mandrill',
      tags: textsOf(mail['tags']),
      metadata: metadataOf(mail, recipient),
      tracking: trackingOf(flagOf(mail['track_opens']), flagOf(mail['track_clicks'])),
    },
  };
}

const badTime = () => refuse('send_at', 'Please enter a date as YYYY-MM-DD HH:MM:SS');
const newId = (): string => newMailId().replaceAll('-', '');
const unknownTemplate = (name: string) => new Problem(problem(404, `No such template "${name}"`));

function toWire({ kind, message, recipient, at }: MailEvent) {
  const { tags = [], metadata = {} } = message.labels;
  const [_id, ts] = [recipientId(message, recipient), Math.floor(at / 1000)];
  const { from: sender, subject } = message;
  const msg = {
    _id,
    ts: Math.floor(message.createdAt / 1000),
    email: recipient,
    sender,
    subject,
    tags,
    metadata,
  };
  const bounce = { bounce_description: 'bad_mailbox', bgtools_code: 10, diag: 'smtp;550 5.1.1 No such user' };
  const isSeen = kind === 'opened' || kind === 'clicked';
  return {
    ...{ event: names[kind], _id, ts, msg: kind === 'bounced' ? { ...msg, ...bounce } : msg },
    ...(isSeen && { user_agent: client.userAgent, ip: client.ip }),
    ...(kind === 'clicked' && { url: client.link }),
  };
}
