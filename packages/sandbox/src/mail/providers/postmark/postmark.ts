// Postmark's API: postmarkapp.com/developer.
import { randomUUID } from 'node:crypto';
import type { SandboxResponse } from '../../../http/exchange.ts';
import { type Route, route } from '../../../http/router.ts';
import type { Message } from '../../store/mail-store.ts';
import type { Submission } from '../../store/outbox.ts';
import { accept, type Door, type DoorContext, need, Problem } from '../door.ts';
import {
  decodeBase64,
  type Fields,
  fieldsOf,
  flagOf,
  itemsOf,
  mailboxesOf,
  mailboxOf,
  textFieldsOf,
  textOf,
} from '../fields.ts';
import { postmarkEvents } from './events.ts';
import { suppressionRoutes } from './suppressions.ts';
import { fillTemplate, templateRoutes } from './templates.ts';
import { done, ok, problem, refuse, slice, stop } from './wire.ts';

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
  const sendOne = async (mail: Fields): Promise<SandboxResponse> => {
    try {
      return await send(context, mail);
    } catch (error) {
      if (Problem.isInstance(error)) return error.response;
      throw error;
    }
  };
  const sendBatch = async (mails: readonly Fields[]) => {
    if (mails.length > maxBatch) throw stop(410, 'Too many batch messages');
    const results = [];
    for (const mail of mails) results.push((await sendOne(mail)).json);
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

async function send(context: DoorContext, mail: Fields): Promise<SandboxResponse> {
  const { message } = await accept(context, problem, readMail(context, mail));
  const { suppressed } = message;
  const found = suppressed.join(', ');
  if (suppressed.length === message.recipients.length)
    return refuse(
      406,
      'You tried to send to recipient(s) that have been marked as inactive. ' +
        `Found inactive addresses: ${found}. ${inactive}`,
    );
  const Message =
    suppressed.length === 0
      ? 'OK'
      : `Message OK, but will not deliver to these inactive addresses: ${found}. ${inactive}`;
  const SubmittedAt = new Date(message.createdAt).toISOString();
  return ok({ To: mail['To'], SubmittedAt, MessageID: message.id, ErrorCode: 0, Message });
}

/** @throws {Problem} */
function readMail(context: DoorContext, given: Fields): Submission {
  const mail: Fields = { ...given, ...fillTemplate(context, given) };
  const from = mailboxOf(mail['From']);
  const [to, cc, bcc] = [mailboxesOf(mail['To']), mailboxesOf(mail['Cc']), mailboxesOf(mail['Bcc'])];
  const [html, text] = [textOf(mail['HtmlBody']), textOf(mail['TextBody'])];
  if (from === undefined) throw stop(300, "Invalid 'From' address.");
  if (to.length + cc.length + bcc.length === 0) throw stop(300, 'Zero recipients specified');
  if (to.length + cc.length + bcc.length > maxRecipients) throw stop(300, 'Too many recipients.');
  if (html === undefined && text === undefined)
    throw stop(300, 'Provide either email TextBody or HtmlBody or both.');
  const headers = itemsOf(mail['Headers']).map(({ Name, Value }) => [`${Name}`, `${Value}`] as const);
  const opens = flagOf(mail['TrackOpens']);
  const links = textOf(mail['TrackLinks']);
  const tag = textOf(mail['Tag']);
  return {
    id: randomUUID(),
    from,
    to,
    cc,
    bcc,
    replyTo: textOf(mail['ReplyTo']) === undefined ? [] : [`${mail['ReplyTo']}`],
    subject: textOf(mail['Subject']) ?? '',
    html,
    text,
    headers,
    attachments: itemsOf(mail['Attachments']).map(readAttachment),
    own: { tag },
    labels: {
      service: 'postmark',
      tags: tag === undefined ? [] : [tag],
      metadata: textFieldsOf(mail['Metadata']),
      tracking: {
        ...(opens !== undefined && { opens }),
        ...(links !== undefined && { clicks: links !== 'None' }),
      },
      stream: textOf(mail['MessageStream']) ?? 'outbound',
    },
  };
}

function readAttachment({ Name, Content, ContentType, ContentID }: Fields) {
  const file = {
    filename: textOf(Name) ?? 'attachment',
    content: decodeBase64(Content),
    contentType: textOf(ContentType) ?? '',
  };
  const contentId = textOf(ContentID)?.replace(/^cid:/, '');
  return contentId === undefined
    ? { ...file, disposition: 'attachment' as const }
    : { ...file, disposition: 'inline' as const, contentId };
}

function messageRoutes({ store: { messages } }: DoorContext): readonly Route[] {
  const own = () => messages.all().filter(({ service }) => service === 'postmark');
  const view = ({ id, subject, recipients, from, own: { tag }, createdAt }: Message) => ({
    MessageID: id,
    Subject: subject,
    From: from,
    Recipients: recipients,
    Tag: tag ?? null,
    ReceivedAt: new Date(createdAt).toISOString(),
    Status: 'Sent',
  });
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
      const Details = { DeliveryMessage: 'smtp;250 2.0.0 OK', DestinationServer: 'mail.localhost' };
      const ReceivedAt = new Date(message.createdAt).toISOString();
      const events = message.recipients.map((Recipient) => ({
        Recipient,
        Type: 'Delivered',
        ReceivedAt,
        Details,
      }));
      return ok({ ...view(message), MessageEvents: events });
    }),
  ];
}

function webhookRoutes({ store: { webhooks } }: DoorContext): readonly Route[] {
  const all = () => webhooks.all().filter(({ service }) => service === 'postmark');
  return [
    route('GET', '/webhooks', () =>
      ok({ Webhooks: all().map(({ serial, own }) => ({ ...own, ID: serial })) }),
    ),
    route('POST', '/webhooks', (request) => {
      const own: Fields = { MessageStream: 'outbound', ...fieldsOf(request.json()) };
      const fields = { service: 'postmark', url: textOf(own['Url']) ?? '', own };
      const events = Object.entries(fieldsOf(own['Triggers'])).flatMap(([name, trigger]) =>
        fieldsOf(trigger)['Enabled'] === true ? [name] : [],
      );
      return ok({ ...own, ID: webhooks.add({ ...fields, events }).serial });
    }),
    route('DELETE', '/webhooks/:id', (_request, { id = '' }) => {
      const found = need(
        all().find(({ serial }) => `${serial}` === id),
        () => stop(1400, 'This webhook does not exist.'),
      );
      webhooks.delete(found.id);
      return ok(done);
    }),
  ];
}
