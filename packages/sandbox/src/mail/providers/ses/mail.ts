import { randomUUID } from 'node:crypto';
import {
  accept,
  type DoorContext,
  decodeBase64,
  endPart,
  type Fields,
  fieldsOf,
  fileOf,
  headerOf,
  itemsOf,
  mailboxesOf,
  mailboxOf,
  namedOutcomes,
  need,
  type Outcome,
  pairsOf,
  route,
  type Submission,
  textOf,
  textsOf,
  trackingOf,
} from '../../kit.ts';
import { requireSending } from './account.ts';
import { findTemplate, render } from './templates.ts';
import { missing, ok, problem, secondsOf, stop } from './wire.ts';

const maxEntries = 50;
const maxRecipients = 50;

/** SendEmail, SendBulkEmail and message insights. */
export function mailRoutes(context: DoorContext) {
  return [
    route('POST', '/v2/email/outbound-emails', async (request) => {
      return ok({ MessageId: await sendMail(context, fieldsOf(request.json())) });
    }),
    route('POST', '/v2/email/outbound-bulk-emails', async (request) =>
      ok({ BulkEmailEntryResults: await sendBulk(context, fieldsOf(request.json())) }),
    ),
    route('GET', '/v2/email/insights/:id', (_request, { id = '' }) => viewInsights(context, id)),
    route('GET', '/v2/email/insights/:id/', (_request, { id = '' }) => viewInsights(context, id)),
  ];
}

/** Sends a mail of the API v2, and returns its id. @throws {Problem} */
export async function sendMail(context: DoorContext, mail: Fields): Promise<string> {
  requireSending(context.store, mail['ConfigurationSetName']);
  const { message } = await accept(context, problem, readMail(context, mail));
  return message.id;
}

export interface BulkResult {
  readonly Status: string;
  readonly Error?: string | undefined;
  readonly MessageId?: string | undefined;
}

/** Sends each entry of a bulk. @throws {Problem} for too many */
export async function sendBulk(context: DoorContext, bulk: Fields): Promise<readonly BulkResult[]> {
  const entries = itemsOf(bulk['BulkEmailEntries']);
  if (entries.length > maxEntries) throw stop('BadRequestException', 'At most 50 entries.');
  requireSending(context.store, bulk['ConfigurationSetName']);
  const results = [];
  for (const entry of entries) results.push(await sendEntry(context, bulk, entry));
  return results;
}

async function sendEntry(context: DoorContext, bulk: Fields, entry: Fields): Promise<BulkResult> {
  const { ReplacementEmailContent, Destination, ReplacementTags, ReplacementHeaders } = entry;
  const { ReplacementTemplateData } = fieldsOf(fieldsOf(ReplacementEmailContent)['ReplacementTemplate']);
  const template = fieldsOf(fieldsOf(bulk['DefaultContent'])['Template']);
  const content = {
    ...template,
    TemplateData: ReplacementTemplateData ?? template['TemplateData'],
    Headers: [...itemsOf(template['Headers']), ...itemsOf(ReplacementHeaders)],
  };
  const tags = [...itemsOf(bulk['DefaultEmailTags']), ...itemsOf(ReplacementTags)];
  const mail = { ...bulk, Destination, EmailTags: tags, Content: { Template: content } };
  const { status, json } = await endPart(context, problem, async () =>
    ok({ MessageId: await sendMail(context, mail) }),
  );
  const { message, MessageId } = fieldsOf(json);
  if (status === 200) return { Status: 'SUCCESS', MessageId: textOf(MessageId) };
  return { Status: failures.get(status) ?? 'INVALID_PARAMETER', Error: textOf(message) };
}

/** `BulkEmailStatus` of the API's model. */
const failures = new Map([
  [404, 'TEMPLATE_NOT_FOUND'],
  [500, 'TRANSIENT_FAILURE'],
]);

const badAddress = () => stop('BadRequestException', "Missing final '@domain'");

/** @throws {Problem} */
function readMail(context: DoorContext, mail: Fields): Submission {
  const { Simple, Template, Raw } = fieldsOf(mail['Content']);
  const raw = Raw === undefined ? undefined : decodeBase64(fieldsOf(Raw)['Data']);
  const header = (name: string) => (raw === undefined ? undefined : headerOf(raw, name));
  const from = need(mailboxOf(mail['FromEmailAddress'] ?? header('from'), badAddress), () =>
    stop('BadRequestException', 'Missing From'),
  );
  // Without a destination, a raw message goes to the addresses in its headers.
  const inHeaders = { ToAddresses: header('to'), CcAddresses: header('cc'), BccAddresses: header('bcc') };
  const { ToAddresses, CcAddresses, BccAddresses } = fieldsOf(mail['Destination'] ?? inHeaders);
  const boxes = [ToAddresses, CcAddresses, BccAddresses].map(textsOf);
  if (boxes.flat().length > maxRecipients) throw stop('BadRequestException', 'At most 50 recipients.');
  if (!boxes.flat().every((each) => /^[ -~]*$/.test(each)))
    throw stop('BadRequestException', 'Addresses are 7-bit ASCII.');
  const [to = [], cc = [], bcc = []] = boxes.map((box) => mailboxesOf(box, badAddress));
  mailboxesOf(mail['ReplyToAddresses'], badAddress);
  if (to.length + cc.length + bcc.length === 0) throw stop('BadRequestException', 'Missing destination');
  const parts = fieldsOf(Simple ?? Template);
  const tags = pairsOf(mail['EmailTags']);
  if (!tags.every(([name, value]) => /^[\w-]{1,256}$/.test(name) && /^[\w.@-]{1,256}$/.test(value)))
    throw stop('BadRequestException', 'A tag has letters, digits, underscores and hyphens.');
  const tracking = fieldsOf(fieldsOf(mail['ConfigurationOverrides'])['Tracking']);
  const isOn = (name: string) => (tracking[name] === undefined ? undefined : tracking[name] === 'ENABLED');
  return {
    id: `0100${randomUUID().slice(4)}-000000`,
    from,
    to,
    cc,
    bcc,
    replyTo: textsOf(mail['ReplyToAddresses']),
    returnPath: textOf(mail['FeedbackForwardingEmailAddress']),
    ...contentOf(context, Simple, Template, raw),
    headers: pairsOf(parts['Headers']),
    attachments: itemsOf(parts['Attachments']).map(readAttachment),
    labels: {
      service: 'ses',
      tags: tags.map((pair) => pair.join(':')),
      metadata: Object.fromEntries(tags),
      tracking: trackingOf(isOn('OpenTrackingEnabled'), isOn('ClickTrackingEnabled')),
      stream: textOf(fieldsOf(mail['ListManagementOptions'])['TopicName']),
    },
  };
}

function contentOf(context: DoorContext, simple: unknown, template: unknown, raw: Uint8Array | undefined) {
  if (raw !== undefined) return { subject: headerOf(raw, 'subject')?.trim() ?? '', raw };
  if (template !== undefined) {
    const { TemplateName, TemplateContent, TemplateData } = fieldsOf(template);
    const { Subject, Html, Text } = fieldsOf(TemplateContent);
    const inline = { subject: textOf(Subject), html: textOf(Html), text: textOf(Text) };
    const stored = TemplateContent === undefined ? findTemplate(context, TemplateName) : inline;
    return render(stored, TemplateData);
  }
  const { Subject, Body } = fieldsOf(simple);
  const { Html, Text } = fieldsOf(Body);
  const read = (part: unknown) => textOf(fieldsOf(part)['Data']);
  const [subject, html, text] = [read(Subject), read(Html), read(Text)];
  if (subject === undefined || (html === undefined && text === undefined))
    throw stop('BadRequestException', 'Content has a subject, and a body as HTML or text.');
  return { subject, html, text };
}

function readAttachment({ FileName, RawContent, ContentType, ContentDisposition, ContentId }: Fields) {
  return fileOf(FileName, RawContent, ContentType, ContentDisposition === 'INLINE' ? ContentId : undefined);
}

const eventTypes = {
  deferred: 'DELIVERY_DELAY',
  delivered: 'DELIVERY',
  bounced: 'BOUNCE',
  complained: 'COMPLAINT',
  opened: 'OPEN',
  clicked: 'CLICK',
  unsubscribed: 'SUBSCRIPTION',
  suppressed: 'BOUNCE',
};

function detailsOf(kind: Outcome['kind']) {
  const BounceSubType = kind === 'suppressed' ? 'OnAccountSuppressionList' : 'General';
  const DiagnosticCode = 'smtp; 550 5.1.1 The mailbox does not exist';
  if (kind === 'bounced' || kind === 'suppressed')
    return { Bounce: { BounceType: 'Permanent', BounceSubType, DiagnosticCode } };
  return kind === 'complained' ? { Complaint: { ComplaintFeedbackType: 'abuse' } } : {};
}

function viewInsights({ store }: DoorContext, id: string) {
  const message = need(store.messages.get(id), missing);
  const sent = { Timestamp: secondsOf(message.createdAt), Type: 'SEND', Details: {} };
  const outcomes = namedOutcomes(message, eventTypes).toReversed();
  const Insights = message.recipients.map((Destination) => {
    const own = outcomes.filter(({ recipient }) => recipient === Destination);
    const later = own.map(({ name: Type, kind, at }) => {
      return { Timestamp: secondsOf(at), Type, Details: detailsOf(kind) };
    });
    return { Destination, Isp: 'Sandbox', Events: [...later, sent] };
  });
  const { from: FromEmailAddress, subject: Subject, labels } = message;
  const EmailTags = Object.entries(labels.metadata ?? {}).map(([Name, Value]) => ({ Name, Value }));
  return ok({ MessageId: id, FromEmailAddress, Subject, EmailTags, Insights });
}
