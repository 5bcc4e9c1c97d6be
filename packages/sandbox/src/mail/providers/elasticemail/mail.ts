import { randomBytes, randomUUID } from 'node:crypto';
import {
  acceptAll,
  type DoorContext,
  decodeBase64,
  type Fields,
  fieldsOf,
  fileOf,
  fill,
  flagOf,
  itemsOf,
  type Message,
  mailboxesOf,
  mailboxOf,
  namedOutcomes,
  need,
  type Outcome,
  ok,
  outcomesOf,
  parseText,
  readCsv,
  route,
  type SandboxRequest,
  type Submission,
  textFieldsOf,
  textOf,
  trackingOf,
} from '../../kit.ts';
import { byName, dateOf, elasticemailConventions, missing, partOf, problem, refuse } from './wire.ts';

/** Sending to all recipients at once, or to each, and what became of it. */
export function mailRoutes(context: DoorContext) {
  const { messages } = context.store;
  const send = async (submissions: readonly Submission[]) => {
    acceptAll(context, problem, submissions);
    const [first] = submissions;
    return ok({ TransactionID: first?.own?.['transaction'], MessageID: first?.id });
  };
  const ofTransaction = (id: string): readonly Message[] => {
    const found = messages.all().filter(({ own }) => own['transaction'] === id);
    if (found.length === 0) throw missing();
    return found;
  };
  const events = (request: SandboxRequest, isWanted: (message: Message) => boolean) => {
    const own = messages.all().filter((message) => message.service === 'elasticemail' && isWanted(message));
    return elasticemailConventions.list(own.flatMap(eventsOf), request, 'events');
  };
  return [
    route('POST', '/emails/transactional', (request) => {
      const body = fieldsOf(request.json());
      const { To, CC, BCC } = fieldsOf(body['Recipients']);
      const parties = { to: addresses(To), cc: addresses(CC), bcc: addresses(BCC) };
      return send([readMail(context, body, parties, {}, randomUUID())]);
    }),
    route('POST', '/emails', (request) => {
      const body = fieldsOf(request.json());
      if (!Array.isArray(body['Recipients'])) throw refuse('Recipients must be a list.');
      const transaction = randomUUID();
      return send(
        itemsOf(body['Recipients']).map(({ Email, Fields: own }) =>
          readMail(context, body, { to: addresses(Email) }, fieldsOf(own), transaction),
        ),
      );
    }),
    // A file of values has a column for each name, and one for the address.
    route('POST', '/emails/mergefile', (request) => {
      const body = fieldsOf(request.json());
      const rows = readCsv(decodeBase64(fieldsOf(body['MergeFile'])['BinaryContent']));
      const transaction = randomUUID();
      return send(
        rows.map((row) => {
          const address = row['Email'] ?? row['email'] ?? row['ToEmail'];
          return readMail(context, body, { to: addresses(address) }, row, transaction);
        }),
      );
    }),
    route('GET', '/emails/:id/view', (_request, { id = '' }) =>
      ok(viewOf(context, need(messages.get(id), missing))),
    ),
    route('GET', '/emails/:id/status', (_request, { id = '' }) => {
      const found = ofTransaction(id);
      const outcomes = found.flatMap(outcomesOf);
      const at = (kind: Outcome['kind']) =>
        outcomes.flatMap((outcome) => (outcome.kind === kind ? outcome.recipient : []));
      const RecipientsCount = found.reduce((sum, { recipients }) => sum + recipients.length, 0);
      const lists = { Opened: at('opened'), Clicked: at('clicked'), Unsubscribed: at('unsubscribed') };
      const Failed = [...at('bounced'), ...at('suppressed')].map((Address) => ({ Address, ErrorCode: 550 }));
      const ends = { Failed, Sent: at('delivered'), AbuseReports: at('complained') };
      return ok({ ID: id, Status: 'complete', RecipientsCount, ...ends, ...lists });
    }),
    route('GET', '/events/:id', (request, { id }) => events(request, ({ own }) => own['transaction'] === id)),
    route('GET', '/events/channels/:name', (request, { name = '' }) =>
      events(request, ({ labels }) => labels.tags?.includes(name) === true),
    ),
    route('GET', '/events', (request) => events(request, () => true)),
  ];
}

function viewOf({ store }: DoorContext, { id, recipients, subject, from, own, createdAt }: Message) {
  const state = { TransactionID: own['transaction'], Status: 'Sent', StatusName: 'Sent' };
  const { parsed } = store.mailbox.get(id) ?? {};
  const Attachments = (parsed?.attachments ?? []).map(({ filename, contentType, content }) => {
    return { FileName: filename, ContentType: contentType, Size: content.byteLength };
  });
  return {
    Preview: { Subject: subject, From: from, Body: parsed?.html ?? parsed?.text },
    Attachments,
    Status: { To: recipients[0], From: from, ...state, Date: dateOf(createdAt) },
  };
}

const eventTypes = {
  deferred: 'FailedAttempt',
  delivered: 'Sent',
  bounced: 'Bounce',
  complained: 'Complaint',
  opened: 'Open',
  clicked: 'Click',
  unsubscribed: 'Unsubscribe',
  suppressed: 'Bounce',
};

function eventsOf(message: Message) {
  const { id, recipients, own, createdAt, subject } = message;
  const common = { TransactionID: own['transaction'], MsgID: id, Subject: subject };
  const outcomes = namedOutcomes(message, eventTypes);
  return recipients.flatMap((To) => [
    { ...common, EventDate: dateOf(createdAt), To, EventType: 'Submission' },
    ...outcomes
      .filter(({ recipient }) => recipient === To)
      .map(({ name: EventType, at }) => ({ ...common, EventDate: dateOf(at), To, EventType })),
  ]);
}

const badAddress = (text: string) => refuse(`Invalid email address: ${text}`);
const addresses = (value: unknown) => mailboxesOf(value, badAddress);

/** @throws {Problem} 400 */
export function readMail(
  { store }: DoorContext,
  { Content, Options }: Fields,
  parties: Pick<Submission, 'to' | 'cc' | 'bcc'>,
  ownMerge: Fields,
  transaction: string,
): Submission {
  const content = fieldsOf(Content);
  const from = need(mailboxOf(content['From'], badAddress), () => refuse('From is required.'));
  if (parties.to.length + (parties.cc?.length ?? 0) + (parties.bcc?.length ?? 0) === 0)
    throw refuse('Recipients are required.');
  const name = textOf(content['TemplateName']);
  const template = name === undefined ? undefined : byName(store.templates, name);
  if (name !== undefined && template === undefined) throw refuse('Template not found.');
  const merge = { ...fieldsOf(content['Merge']), ...ownMerge };
  const render = (text: unknown) => fill(textOf(text), /\{(\w+)\}/g, merge);
  const { TimeOffset, ChannelName, TrackOpens, TrackClicks } = fieldsOf(Options);
  const channel = textOf(ChannelName);
  return {
    id: randomBytes(16).toString('base64url'), // no UUID: the id of a transaction is one
    from,
    ...parties,
    replyTo: textOf(content['ReplyTo']) === undefined ? [] : [`${content['ReplyTo']}`],
    subject: render(content['Subject'] ?? template?.subject) ?? '',
    html: render(template?.html ?? partOf(content['Body'], 'HTML')),
    text: render(template?.text ?? partOf(content['Body'], 'PlainText')),
    headers: Object.entries(textFieldsOf(content['Headers'])),
    attachments: itemsOf(content['Attachments']).map(({ Name, BinaryContent, ContentType }) =>
      fileOf(Name, BinaryContent, ContentType),
    ),
    returnPath: textOf(content['EnvelopeFrom']),
    sendAt: typeof TimeOffset === 'number' ? store.now() + TimeOffset * 60_000 : undefined,
    own: { transaction },
    labels: {
      service: 'elasticemail',
      tags: channel === undefined ? [] : [channel],
      metadata: textFieldsOf(parseText(textOf(content['Postback']))),
      tracking: trackingOf(flagOf(TrackOpens), flagOf(TrackClicks)),
    },
  };
}
