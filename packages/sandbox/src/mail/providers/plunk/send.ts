import { randomUUID } from 'node:crypto';
import {
  acceptAll,
  type ComposedAttachment,
  convertHtmlToText,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  type MailAddress,
  ok,
  type Submission,
  textOf,
} from '../../kit.ts';
import { plunkContacts } from './contacts.ts';
import { failure, invalidFields, problemOf } from './failure.ts';
import { render, variablesOf } from './render.ts';
import { readSend } from './send-request.ts';
import { requireVerified, viewTemplate } from './templates.ts';

/** A mail without its recipient. */
export interface Outgoing {
  readonly from: MailAddress;
  readonly subject: string;
  readonly body: string;
  readonly replyTo?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly ComposedAttachment[] | undefined;
  readonly template?: ReturnType<typeof viewTemplate> | undefined;
  /** Variables, stored and transient ones. */
  readonly data?: unknown;
  readonly subscribed?: boolean | undefined;
}

/** `POST /v1/send`: one mail for each recipient, in order; each recipient becomes a contact. */
export async function sendMail(context: DoorContext, body: Fields) {
  const { store } = context;
  const request = readSend(body, store.maxRecipients);
  const template = findTemplate(context, request.template);
  const address = request.from?.address ?? (textOf(template?.from) || undefined);
  if (address === undefined) {
    const message = 'Sender email is required either in request or template';
    throw invalidFields([{ field: 'from', message, code: 'required' }]);
  }
  requireVerified(store, address);
  const outgoing: Outgoing = {
    ...request,
    data: body['data'],
    template,
    from: { name: request.from?.name || request.name || textOf(template?.fromName) || '', address },
    subject: request.subject ?? template?.subject ?? '',
    body: request.body ?? template?.body ?? '',
    replyTo: request.reply ?? textOf(template?.replyTo),
  };
  const timestamp = dateOf(store.now());
  const emails = sendToAll(context, outgoing, request.to ?? []);
  return ok({ success: true, data: { emails, timestamp } });
}

function findTemplate({ store }: DoorContext, id: string | undefined) {
  const template = id === undefined ? undefined : store.templates.get(id);
  if (id === undefined || template !== undefined) return template && viewTemplate(template);
  const details = { resource: 'Template', id };
  throw failure(404, `Template with ID "${id}" was not found`, { code: 'TEMPLATE_NOT_FOUND', details });
}

/** Sends a mail to each of the recipients, or to none; they become contacts. */
export function sendToAll(context: DoorContext, outgoing: Outgoing, recipients: readonly MailAddress[]) {
  const mails = recipients.map((recipient) => writeToOne(context, outgoing, recipient));
  acceptAll(
    context,
    problemOf,
    mails.map(({ submission }) => submission),
  );
  return mails.map(({ contact: { id, email }, submission }) => {
    return { contact: { id, email }, email: submission.id };
  });
}

/** The mail of one recipient, who becomes a contact. */
function writeToOne({ store }: DoorContext, outgoing: Outgoing, recipient: MailAddress) {
  const { template, subscribed, from, replyTo, headers = {}, attachments } = outgoing;
  const own = fieldsOf(outgoing.data);
  // The recipient's name is stored like other variables.
  const data = recipient.name === '' ? own : { ...own, name: recipient.name };
  const change = { data, ...(subscribed === undefined ? {} : { subscribed }) };
  const { contact } = plunkContacts(store).upsert(recipient.address, change, false);
  if (template?.type === 'MARKETING' && contact.unsubscribed)
    throw failure(400, `Cannot send marketing template to unsubscribed contact ${contact.email}.`);
  const values = variablesOf(contact, own);
  const html = render(outgoing.body, values, store.maxMessageBytes);
  const submission: Submission = {
    id: randomUUID(),
    from,
    to: [{ name: recipient.name, address: contact.email }],
    replyTo: replyTo === undefined ? [] : [replyTo],
    subject: render(outgoing.subject, values, store.maxMessageBytes),
    html,
    text: convertHtmlToText(html),
    headers: Object.entries(headers),
    attachments,
    labels: { service: 'plunk' },
    own: { contactId: contact.id, templateId: template?.id },
  };
  return { contact, submission };
}
