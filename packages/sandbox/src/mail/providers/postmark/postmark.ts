// Postmark's API: postmarkapp.com/developer.
import { randomUUID } from 'node:crypto';
import {
  accept,
  type Door,
  type DoorContext,
  dateOf,
  endWithProblem,
  type Fields,
  fieldsOf,
  fileOf,
  flagOf,
  itemsOf,
  type Message,
  mailboxesOf,
  mailboxOf,
  namedOutcomes,
  need,
  neverChanged,
  type Outcome,
  ok,
  pairsOf,
  type Route,
  resource,
  route,
  type SandboxResponse,
  type Submission,
  textFieldsOf,
  textOf,
  trackingOf,
  webhooksOf,
} from '../../kit.ts';
import { postmarkEvents } from './events.ts';
import { suppressionRoutes } from './suppressions.ts';
import { fillTemplate, templateRoutes } from './templates.ts';
import { postmarkConventions, problem, refuse, slice, stop } from './wire.ts';

export const postmark: Door = {
  name: 'postmark',
  events: postmarkEvents,
  keyPrefix: '',
  readKey: ({ headers }) => headers['x-postmark-server-token'],
  // The official SDK creates templates at `/templates/`.
  around: (request, next) => next({ ...request, path: request.path.replace(/(?<=.)\/$/, '') }),
  refuseKey: () => problem(401, 'Request does not contain a valid Server token.'),
  rateHeaders: {},
  problem,
  // 10 MB a message, 50 MB a batch.
  maxBodyBytes: (path) => (path.startsWith('/email/batch') ? 50 : 10) * 1024 * 1024,
  routes: (context) => [
    ...mailRoutes(context),
    ...messageRoutes(context),
    ...templateRoutes(context),
    ...suppressionRoutes(context),
    ...webhookRoutes(context),
  ],
};

const maxBatch = 500;
const maxRecipients = 50;

function mailRoutes(context: DoorContext): readonly Route[] {
  const sendBatch = async (mails: readonly Fields[]) => {
    if (mails.length > maxBatch) throw stop(410, 'Too many batch messages');
    const results = [];
    for (const mail of mails) results.push((await endWithProblem(() => send(context, mail))).json);
    return ok(results);
  };
  return [
    route('POST', '/email', (request) => send(context, fieldsOf(request.json()))),
    route('POST', '/email/withTemplate', (request) => send(context, fieldsOf(request.json()))),
    route('POST', '/email/batch', (request) => sendBatch(itemsOf(request.json()))),
    route('POST', '/email/batchWithTemplates', (request) =>
      sendBatch(itemsOf(fieldsOf(request.json())['Messages'])),
    ),
  ];
}

const inactive =
  'Inactive recipients are ones that have generated a hard bounce, a spam complaint, ' +
  'or a manual suppression.';

function send(context: DoorContext, mail: Fields): SandboxResponse {
  const submission = readMail(context, mail);
  const { recipients, suppressed } = context.outbox.recipientsOf(submission);
  const found = suppressed.join(', ');
  if (suppressed.length === recipients.length)
    return refuse(
      406,
      'You tried to send to recipient(s) that have been marked as inactive. ' +
        `Found inactive addresses: ${found}. ${inactive}`,
    );
  const { message } = accept(context, problem, submission);
  const Message =
    suppressed.length === 0
      ? 'OK'
      : `Message OK, but will not deliver to these inactive addresses: ${found}. ${inactive}`;
  const SubmittedAt = dateOf(message.createdAt);
  return ok({ To: mail['To'], SubmittedAt, MessageID: message.id, ErrorCode: 0, Message });
}

/** @throws {Problem} */
function readMail(context: DoorContext, given: Fields): Submission {
  const mail: Fields = { ...given, ...fillTemplate(context, given) };
  const wrong = (field: string) => (text: string) => stop(300, `Invalid '${field}' address: '${text}'.`);
  const from = mailboxOf(mail['From'], wrong('From'));
  const read = (field: string) => mailboxesOf(mail[field], wrong(field));
  const [to, cc, bcc, replyTo] = [read('To'), read('Cc'), read('Bcc'), read('ReplyTo')];
  const [html, text] = [textOf(mail['HtmlBody']), textOf(mail['TextBody'])];
  if (from === undefined) throw stop(300, "Invalid 'From' address.");
  if (to.length + cc.length + bcc.length === 0) throw stop(300, 'Zero recipients specified');
  if (to.length + cc.length + bcc.length > maxRecipients) throw stop(300, 'Too many recipients.');
  if (html === undefined && text === undefined)
    throw stop(300, 'Provide either email TextBody or HtmlBody or both.');
  const links = textOf(mail['TrackLinks']);
  const tag = textOf(mail['Tag']);
  return {
    id: randomUUID(),
    from,
    to,
    cc,
    bcc,
    replyTo: replyTo.length === 0 ? [] : [`${mail['ReplyTo']}`],
    subject: textOf(mail['Subject']) ?? '',
    html,
    text,
    headers: pairsOf(mail['Headers']),
    attachments: itemsOf(mail['Attachments']).map(readAttachment),
    own: { tag },
    labels: {
      service: 'postmark',
      tags: tag === undefined ? [] : [tag],
      metadata: textFieldsOf(mail['Metadata']),
      tracking: trackingOf(flagOf(mail['TrackOpens']), links === undefined ? undefined : links !== 'None'),
      stream: textOf(mail['MessageStream']) ?? 'outbound',
    },
  };
}

function readAttachment({ Name, Content, ContentType, ContentID }: Fields) {
  return fileOf(Name, Content, ContentType, textOf(ContentID)?.replace(/^cid:/, ''));
}

const eventTypes = {
  deferred: 'Transient',
  delivered: 'Delivered',
  bounced: 'Bounced',
  opened: 'Opened',
  clicked: 'LinkClicked',
  unsubscribed: 'SubscriptionChanged',
};

function detailsOf(kind: Outcome['kind']) {
  if (kind === 'delivered')
    return { DeliveryMessage: 'smtp;250 2.0.0 OK', DestinationServer: 'mail.localhost' };
  if (kind === 'bounced') return { Summary: 'smtp;550 5.1.1 The mailbox does not exist' };
  if (kind === 'deferred') return { DeliveryMessage: 'smtp;451 4.7.1 Try again later' };
  if (kind === 'clicked') return { Link: 'https://example.com/' };
  return kind === 'unsubscribed' ? { Origin: 'Recipient', SuppressSending: 'True' } : {};
}

function messageRoutes({ store: { messages } }: DoorContext): readonly Route[] {
  const own = () => messages.all().filter(({ service }) => service === 'postmark');
  const view = ({ id, subject, recipients, from, own: { tag = null }, createdAt }: Message) => {
    const mail = { MessageID: id, Subject: subject, From: from, Recipients: recipients, Tag: tag };
    return { ...mail, ReceivedAt: dateOf(createdAt), Status: 'Sent' };
  };
  return [
    route('GET', '/messages/outbound', (request) => {
      const [recipient, tag] = [request.query.get('recipient'), request.query.get('tag')];
      const found = own()
        .filter(({ recipients }) => recipient === null || recipients.includes(recipient))
        .filter((message) => tag === null || message.own['tag'] === tag);
      const Messages = slice(request, found.toReversed()).map(view);
      return ok({ TotalCount: found.length, Messages });
    }),
    route('GET', '/messages/outbound/:id/details', (_request, { id = '' }) => {
      const message = need(messages.get(id), () => stop(701, 'This message does not exist.'));
      const events = namedOutcomes(message, eventTypes).map(
        ({ recipient: Recipient, name: Type, kind, at }) => {
          return { Recipient, Type, ReceivedAt: dateOf(at), Details: detailsOf(kind) };
        },
      );
      return ok({ ...view(message), MessageEvents: events });
    }),
  ];
}

function webhookRoutes({ store }: DoorContext): readonly Route[] {
  return resource(postmarkConventions, '/webhooks', webhooksOf(store, 'postmark'), {
    verbs: neverChanged,
    missing: () => stop(1400, 'This webhook does not exist.'),
    list: (Webhooks) => ok({ Webhooks }),
    view: ({ serial, own }) => ({ ...own, ID: serial }),
    read: (body) => {
      const own: Fields = { MessageStream: 'outbound', ...body };
      const triggers = Object.entries(fieldsOf(own['Triggers']));
      const events = triggers.filter(([, trigger]) => fieldsOf(trigger)['Enabled'] === true);
      const names = events.map(([name]) => name);
      return { service: 'postmark', url: textOf(own['Url']) ?? '', events: names, own };
    },
  });
}
