import {
  client,
  type DoorContext,
  dateOf,
  type Message,
  namedOutcomes,
  need,
  type Outcome,
  ok,
  route,
  type SandboxRequest,
} from '../../kit.ts';
import { bounceIdOf } from './bounces.ts';
import { isWithinDates, queryOf, slice, stop } from './wire.ts';

const eventTypes = {
  deferred: 'Transient',
  delivered: 'Delivered',
  bounced: 'Bounced',
  opened: 'Opened',
  clicked: 'LinkClicked',
  unsubscribed: 'SubscriptionChanged',
};

const server = { DestinationServer: 'mail.localhost', DestinationIP: '127.0.0.1' };

function detailsOf(message: Message, { kind, recipient }: Outcome) {
  const BounceID = `${bounceIdOf(message, recipient)}`;
  if (kind === 'delivered') return { DeliveryMessage: 'smtp;250 2.0.0 OK', ...server };
  if (kind === 'bounced') return { Summary: 'smtp;550 5.1.1 The mailbox does not exist', BounceID };
  if (kind === 'deferred') return { DeliveryMessage: 'smtp;451 4.7.1 Try again later', ...server };
  if (kind === 'opened') return { Summary: `Email opened with ${client.userAgent}` };
  if (kind === 'clicked') return { Summary: 'Link clicked', Link: client.link, ClickLocation: 'HTML' };
  return kind === 'unsubscribed' ? { Origin: 'Recipient', SuppressSending: 'True' } : {};
}

const none: readonly object[] = [];

/** Messages that were sent, and their opens and clicks. */
export function messageRoutes({ store }: DoorContext) {
  const { messages, mailbox } = store;
  const own = () => messages.all().filter(({ service }) => service === 'postmark');
  const find = (id = '') => need(messages.get(id), () => stop(701, 'This message does not exist.'));
  const view = ({ id, subject, recipients, from, own, labels, createdAt }: Message) => {
    const { tag = null, to = none, cc = none, bcc = none, trackOpens = false, trackLinks = 'None' } = own;
    const { metadata = {}, stream = 'outbound' } = labels;
    const files = mailbox.get(id)?.parsed.attachments ?? [];
    return {
      ...{ MessageID: id, Tag: tag, To: to, Cc: cc, Bcc: bcc, Recipients: recipients },
      ...{ ReceivedAt: dateOf(createdAt), From: own['from'] ?? from, Subject: subject },
      ...{ Attachments: files.map(({ filename = '' }) => filename), Status: 'Sent' },
      ...{ TrackOpens: trackOpens, TrackLinks: trackLinks, Metadata: metadata, MessageStream: stream },
      Sandboxed: false,
    };
  };
  const rawOf = ({ id }: Message) => new TextDecoder().decode(mailbox.get(id)?.raw ?? new Uint8Array());
  return [
    route('GET', '/messages/outbound', (request) => {
      const found = own().filter((message) => isFound(request, message));
      return ok({ TotalCount: found.length, Messages: slice(request, found.toReversed()).map(view) });
    }),
    route('GET', '/messages/outbound/:id/details', (_request, { id }) => {
      const message = find(id);
      const { html, text } = mailbox.get(message.id)?.parsed ?? {};
      const MessageEvents = namedOutcomes(message, eventTypes).map((outcome) => {
        const { recipient: Recipient, name: Type, at } = outcome;
        return { Recipient, Type, ReceivedAt: dateOf(at), Details: detailsOf(message, outcome) };
      });
      return ok({
        ...view(message),
        TextBody: text ?? '',
        HtmlBody: html ?? '',
        Body: rawOf(message),
        MessageEvents,
      });
    }),
    route('GET', '/messages/outbound/:id/dump', (_request, { id }) => ok({ Body: rawOf(find(id)) })),
    ...trackRoutes('opens', 'opened', 'Opens', own, find),
    ...trackRoutes('clicks', 'clicked', 'Clicks', own, find),
  ];
}

/** Whether a message has what the query names. */
function isFound(request: SandboxRequest, message: Message): boolean {
  const read = queryOf(request);
  const { recipients, from, subject, own, labels, state, createdAt } = message;
  const metadata = [...request.query].filter(([name]) => name.startsWith('metadata_'));
  const status = state === 'sent' ? 'sent' : 'queued';
  return (
    recipients.includes(read('recipient') ?? recipients[0] ?? '') &&
    from === (read('fromemail') ?? from) &&
    own['tag'] === (read('tag') ?? own['tag']) &&
    subject.includes(read('subject') ?? '') &&
    status === (read('status')?.toLowerCase() ?? status) &&
    labels.stream === (read('messagestream') ?? labels.stream) &&
    metadata.every(([name, value]) => labels.metadata?.[name.slice('metadata_'.length)] === value) &&
    isWithinDates(request, createdAt)
  );
}

const seen = {
  Client: { Name: 'Sandbox', Company: 'Sandbox', Family: 'Sandbox' },
  OS: { Name: 'Sandbox', Company: 'Sandbox', Family: 'Sandbox' },
  Platform: 'Desktop',
  UserAgent: client.userAgent,
  Geo: { IP: client.ip },
};

function trackRoutes(
  path: string,
  kind: 'opened' | 'clicked',
  field: string,
  own: () => readonly Message[],
  find: (id?: string) => Message,
) {
  const list = (request: SandboxRequest, messages: readonly Message[]) => {
    const read = queryOf(request);
    const all = messages.toReversed().flatMap((message) =>
      namedOutcomes(message, { [kind]: kind }).map(({ recipient, at }) => ({
        ...(kind === 'opened' ? { RecordType: 'Open', ReadSeconds: 0, FirstOpen: true } : clicked),
        ...seen,
        ...{ MessageID: message.id, ReceivedAt: dateOf(at), Tag: String(message.own['tag'] ?? '') },
        ...{ Recipient: recipient, MessageStream: message.labels.stream ?? 'outbound' },
      })),
    );
    const found = all.filter(
      (each) =>
        each.Recipient === (read('recipient') ?? each.Recipient) &&
        each.Tag === (read('tag') ?? each.Tag) &&
        each.MessageStream === (read('messagestream') ?? each.MessageStream),
    );
    return ok({ TotalCount: found.length, [field]: slice(request, found) });
  };
  return [
    route('GET', `/messages/outbound/${path}`, (request) => list(request, own())),
    route('GET', `/messages/outbound/${path}/:id`, (request, { id }) => list(request, [find(id)])),
  ];
}

const clicked = { RecordType: 'Click', ClickLocation: 'HTML', OriginalLink: client.link };
