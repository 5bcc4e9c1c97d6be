// Azure's Email API, 2025-09-01 (azure-rest-api-specs 2ad971a0), with the access key of a resource.
import { createHash, createHmac, randomUUID } from 'node:crypto';
import {
  accept,
  addressesOf,
  client,
  type Door,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  fileOf,
  itemsOf,
  type MailAddress,
  type MailEvent,
  type Message,
  need,
  ok,
  outcomesOf,
  Problem,
  route,
  type SandboxRequest,
  type Submission,
  sharedSecretOf,
  textFieldsOf,
  textOf,
  trackingOf,
} from '../kit.ts';

const maxRecipients = 50;

const codes = new Map([
  [401, 'Denied'],
  [403, 'Forbidden'],
  [404, 'NotFound'],
  [429, 'TooManyRequests'],
  [500, 'InternalServerError'],
]);

function fail(status: number, code: string, message: string) {
  return { status, headers: { 'x-ms-error-code': code }, json: { error: { code, message } } };
}

const problem = (status: number, message: string) => fail(status, codes.get(status) ?? 'BadRequest', message);
const refuse = (message: string): Problem => new Problem(problem(400, message));
const invalid = (text: string) => new Problem(fail(400, 'InvalidEmailAddress', `Not an address: ${text}`));
const secretOf = sharedSecretOf('azure');

const reports = {
  delivered: 'Microsoft.Communication.EmailDeliveryReportReceived',
  bounced: 'Microsoft.Communication.EmailDeliveryReportReceived',
  opened: 'Microsoft.Communication.EmailEngagementTrackingReportReceived',
  clicked: 'Microsoft.Communication.EmailEngagementTrackingReportReceived',
} as const;

export const azure: Door = {
  name: 'azure',
  keyPrefix: '',
  readKey: ({ headers: { authorization = '' } }) =>
    authorization.startsWith('HMAC-SHA256 ') ? authorization.split('&Signature=')[1] : undefined,
  keyOf: (request, context) => signatureOf(request, context),
  refuseKey: () => problem(401, 'Denied by the resource.'),
  rateHeaders: { hasRetryAfter: true },
  problem,
  // An access key is base64.
  env: (key) => ({ AZURE_API_KEY: Buffer.from(key).toString('base64') }),
  routes: (context) => [
    route('POST', '/emails:send', (request) => {
      const mail = readMail(fieldsOf(request.json()), operationOf(request));
      const message = context.store.messages.get(mail.id) ?? accept(context, problem, mail).message;
      const location = `${context.url()}/emails/operations/${message.id}?${request.query}`;
      const headers = { 'operation-location': location, 'retry-after': '1' };
      return { status: 202, headers, json: { id: message.id, status: 'Running' } };
    }),
    route('GET', '/emails/operations/:id', (_request, { id = '' }) => {
      const found = context.store.messages.get(id);
      const message = need(found, () => new Problem(problem(404, `There is no operation ${id}.`)));
      return { ...ok({ id, ...progressOf(message) }), headers: { 'retry-after': '1' } };
    }),
  ],
  events: {
    names: reports,
    secretOf,
    batchOf: () => 100,
    // Event Grid signs nothing: the address has a secret.
    write: (events, { seed }) => ({
      body: JSON.stringify(events.map(toWire)),
      query: { token: secretOf(seed) },
    }),
  },
};

/** The signature that a request must have; its own when it is right in one of the two forms of the host. */
function signatureOf(
  { method, path, query, headers, bytes }: SandboxRequest,
  { key, url }: DoorContext,
): string {
  const hash = createHash('sha256').update(bytes).digest('base64');
  const { host = '', authorization = '', 'x-ms-date': date = '' } = headers;
  // The official policy for JavaScript writes a port twice.
  const [right = '', ...others] = [host, host.replace(/:\d+$/, '$&$&')].map((each) => {
    const text = `${method}\n${new URL(url()).pathname}${path}?${query}\n${date};${each};${hash}`;
    return createHmac('sha256', key).update(text).digest('base64');
  });
  return others.find((other) => authorization.endsWith(`&Signature=${other}`)) ?? right;
}

/** The id that the client chose, or a new one. */
function operationOf({ headers }: SandboxRequest): string {
  const { 'operation-id': chosen = '' } = headers;
  return /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(chosen) ? chosen : randomUUID();
}

/** A failure comes with the status 200. */
function progressOf(message: Message) {
  const { recipients, suppressed, planned = [] } = message;
  const failed = (code: string, words: string) => ({ status: 'Failed', error: { code, message: words } });
  if (suppressed.length === recipients.length)
    return failed(
      'EmailDroppedAllRecipientsSuppressed',
      'Message dropped because all recipients were suppressed',
    );
  const bounced = new Set(
    outcomesOf(message).flatMap(({ kind, recipient }) => (kind === 'bounced' ? recipient : [])),
  );
  if (bounced.size + suppressed.length === recipients.length)
    return failed('EmailDropped', 'Email was dropped after several attempts to deliver.');
  return { status: planned.length > 0 ? 'Running' : 'Succeeded' };
}

/** @throws {Problem} 400 */
function readMail(mail: Fields, id: string): Submission {
  const mailboxes = (list: unknown): readonly MailAddress[] =>
    addressesOf(
      itemsOf(list).map(({ address: email, displayName: name }) => ({ email, name })),
      invalid,
    );
  const { to, cc, bcc } = fieldsOf(mail['recipients']);
  const parties = { to: mailboxes(to), cc: mailboxes(cc), bcc: mailboxes(bcc) };
  const count = parties.to.length + parties.cc.length + parties.bcc.length;
  if (count === 0 || count > maxRecipients) throw refuse(`There must be 1 to ${maxRecipients} recipients.`);
  const content = fieldsOf(mail['content']);
  const [html, text] = [textOf(content['html']), textOf(content['plainText'])];
  if (!html && !text) throw refuse('content.html or content.plainText is required.');
  const sender = textOf(mail['senderAddress']);
  const [from] = mailboxes(sender === undefined ? [] : [{ address: sender }]);
  const isUntracked = mail['userEngagementTrackingDisabled'] === true;
  return {
    id,
    from: need(from, () => refuse('senderAddress is required.')),
    ...parties,
    html,
    text,
    subject: need(textOf(content['subject']) || undefined, () => refuse('content.subject is required.')),
    replyTo: mailboxes(mail['replyTo']),
    headers: Object.entries(textFieldsOf(mail['headers'])),
    attachments: itemsOf(mail['attachments']).map(({ name, contentInBase64, contentType, contentId }) =>
      fileOf(name, contentInBase64, contentType, contentId),
    ),
    labels: { service: 'azure', tracking: isUntracked ? trackingOf(false, false) : {} },
  };
}

/** A report has the recipient; an engagement has none. */
function toWire({ kind, id, message, recipient, at }: MailEvent) {
  const { id: messageId, from: sender } = message;
  const report = {
    ...{ recipient, internetMessageId: `<${messageId}@mail.localhost>` },
    ...{ status: kind === 'bounced' ? 'Bounced' : 'Delivered', deliveryAttemptTimeStamp: dateOf(at) },
    deliveryStatusDetails: { statusMessage: kind === 'bounced' ? '550 5.1.1 No such user' : '250 OK' },
  };
  const seen = {
    ...{ userActionTimeStamp: dateOf(at), userAgent: client.userAgent },
    engagementContext: kind === 'clicked' ? client.link : '',
    engagementType: kind === 'clicked' ? 'click' : 'view',
  };
  const isSeen = kind === 'opened' || kind === 'clicked';
  return {
    ...{ id, topic: '/subscriptions/sandbox', subject: `sender/${sender}/message/${messageId}` },
    eventType: reports[kind as keyof typeof reports],
    data: { sender, messageId, ...(isSeen ? seen : report) },
    ...{ dataVersion: '1.0', metadataVersion: '1', eventTime: dateOf(at) },
  };
}
