import { randomUUID } from 'node:crypto';
import {
  accept,
  type DoorContext,
  dateOf,
  endPart,
  type Fields,
  fieldsOf,
  fileOf,
  flagOf,
  itemsOf,
  type MailAddress,
  mailboxesOf,
  mailboxOf,
  need,
  ok,
  ownTable,
  pairsOf,
  route,
  type Submission,
  textFieldsOf,
  textOf,
  trackingOf,
} from '../../kit.ts';
import { fillTemplate, render } from './templates.ts';
import { problem, refuse, stop } from './wire.ts';

const maxBatch = 500;
const maxRecipients = 50;

/** Sending: one mail, batches, and bulks of one content. */
export function mailRoutes(context: DoorContext) {
  const sendBatch = async (mails: readonly Fields[]) => {
    if (mails.length > maxBatch) throw stop(410, 'Too many batch messages');
    const results = [];
    for (const mail of mails) results.push((await endPart(context, problem, () => send(context, mail))).json);
    return ok(results);
  };
  return [
    route('POST', '/email', (request) => send(context, fieldsOf(request.json()))),
    route('POST', '/email/withTemplate', (request) => send(context, fieldsOf(request.json()))),
    route('POST', '/email/batch', (request) => sendBatch(itemsOf(request.json()))),
    route('POST', '/email/batchWithTemplates', (request) =>
      sendBatch(itemsOf(fieldsOf(request.json())['Messages'])),
    ),
    ...bulkRoutes(context),
  ];
}

interface Bulk {
  readonly total: number;
  readonly subject: string;
}

/** Mails of one content to many recipients, each with a model of its own. They are sent at once. */
function bulkRoutes(context: DoorContext) {
  const bulks = ownTable<Bulk>(context.store, 'postmark bulks');
  return [
    route('POST', '/email/bulk', async (request) => {
      const { Messages, ...content } = fieldsOf(request.json());
      const messages = itemsOf(Messages);
      const subject = textOf(content['Subject']) ?? '';
      for (const { TemplateModel, ...message } of messages) {
        const filled = { ...content, ...message, ...fillOwn(content, fieldsOf(TemplateModel)) };
        await endPart(context, problem, () => send(context, { ...filled, TemplateModel }));
      }
      const id = bulks.add({ total: messages.length, subject });
      return ok({ Id: id, Status: 'Accepted', SubmittedAt: dateOf(context.store.now()) });
    }),
    route('GET', '/email/bulk/:id', (_request, { id = '' }) => {
      const { total, subject, createdAt } = need(bulks.get(id), () => stop(12, 'This bulk does not exist.'));
      const state = { Status: 'Completed', TotalMessages: total, PercentageCompleted: 100 };
      return ok({ Id: id, ...state, SubmittedAt: dateOf(createdAt), Subject: subject });
    }),
  ];
}

/** The content of a bulk may have placeholders. */
function fillOwn(content: Fields, model: Fields): Fields {
  const parts = ['Subject', 'HtmlBody', 'TextBody'].filter((part) => content[part] !== undefined);
  return Object.fromEntries(parts.map((part) => [part, render(content[part], model, part === 'HtmlBody')]));
}

const inactive =
  'Inactive recipients are ones that have generated a hard bounce, a spam complaint, ' +
  'or a manual suppression.';

function send(context: DoorContext, mail: Fields) {
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
    own: {
      tag,
      from: mail['From'],
      ...{ to: peopleOf(to), cc: peopleOf(cc), bcc: peopleOf(bcc) },
      trackOpens: mail['TrackOpens'] === true,
      trackLinks: links ?? 'None',
    },
    labels: {
      service: 'postmark',
      tags: tag === undefined ? [] : [tag],
      metadata: textFieldsOf(mail['Metadata']),
      tracking: trackingOf(flagOf(mail['TrackOpens']), links === undefined ? undefined : links !== 'None'),
      stream: textOf(mail['MessageStream']) ?? 'outbound',
    },
  };
}

const peopleOf = (list: readonly MailAddress[]) =>
  list.map(({ address, name }) => ({ Email: address, Name: name }));

function readAttachment({ Name, Content, ContentType, ContentID }: Fields) {
  return fileOf(Name, Content, ContentType, textOf(ContentID)?.replace(/^cid:/, ''));
}
