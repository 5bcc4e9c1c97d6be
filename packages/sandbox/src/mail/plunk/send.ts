import { randomUUID } from 'node:crypto';
import type { SandboxResponse } from '../../http/exchange.ts';
import { composeMessage } from '../compose-message.ts';
import { convertHtmlToText } from '../html-to-text.ts';
import type { MailAddress } from '../parse-message.ts';
import { type Contact, toTemplateValues } from './contact-book.ts';
import { invalidFields, PlunkFailure } from './failure.ts';
import { isRecord } from './fields.ts';
import { type PlunkProject, requireVerifiedSender } from './project.ts';
import { renderTemplate } from './render-template.ts';
import { parseSendRequest, type SendRequest } from './send-request.ts';
import type { StoredTemplate } from './template-store.ts';

/** A mail without its recipient. */
interface Outgoing {
  readonly request: Pick<SendRequest, 'data' | 'subscribed' | 'headers' | 'attachments'>;
  readonly from: MailAddress;
  readonly subject: string;
  readonly body: string;
  readonly replyTo: string | undefined;
  readonly template: StoredTemplate | undefined;
}

/**
 * `POST /v1/send`: one mail for each recipient, in order; each recipient becomes a contact. Mails of all
 * requests are composed one at a time, to bound the memory.
 */
export async function sendMail(project: PlunkProject, body: unknown): Promise<SandboxResponse> {
  const request = parseSendRequest(body, project.maxRecipients);
  const outgoing = resolveTemplate(project, request);
  requireVerifiedSender(project, outgoing.from.address);
  const timestamp = new Date(project.now()).toISOString();
  const emails = [];
  for (const recipient of request.to)
    emails.push(await project.composing(() => sendToOne(project, outgoing, recipient)));
  return { status: 200, json: { success: true, data: { emails, timestamp } } };
}

/** The content of a campaign. */
interface Content {
  readonly subject: string;
  readonly body: string;
  readonly from: string;
  readonly fromName: string | null;
  readonly replyTo: string | null;
}

/** Sends the content of a campaign to one contact. */
export async function sendContent(project: PlunkProject, content: Content, contact: Contact): Promise<void> {
  const { subject, body, from, fromName, replyTo } = content;
  const outgoing: Outgoing = {
    request: { data: {}, subscribed: undefined, headers: {}, attachments: [] },
    from: { name: fromName ?? '', address: from },
    subject,
    body,
    replyTo: replyTo ?? undefined,
    template: undefined,
  };
  await project.composing(() => sendToOne(project, outgoing, { name: '', address: contact.email }));
}

function resolveTemplate({ templates }: PlunkProject, request: SendRequest): Outgoing {
  const template = request.template === undefined ? undefined : templates.find(request.template);
  if (request.template !== undefined && template === undefined) {
    const details = { resource: 'Template', id: request.template };
    throw new PlunkFailure(404, `Template with ID "${request.template}" was not found`, {
      code: 'TEMPLATE_NOT_FOUND',
      details,
    });
  }
  const address = request.from?.address ?? template?.from;
  if (address === undefined) {
    const message = 'Sender email is required either in request or template';
    throw invalidFields([{ field: 'from', message, code: 'required' }]);
  }
  return {
    request,
    template,
    from: { name: request.from?.name || request.name || template?.fromName || '', address },
    subject: request.subject ?? template?.subject ?? '',
    body: request.body ?? template?.body ?? '',
    replyTo: request.reply ?? template?.replyTo ?? undefined,
  };
}

async function sendToOne(project: PlunkProject, outgoing: Outgoing, recipient: MailAddress) {
  const { request, template } = outgoing;
  const own = isRecord(request.data) ? request.data : {};
  // The recipient's name is stored like other variables.
  const stored = recipient.name === '' ? own : { ...own, name: recipient.name };
  const change = {
    data: stored,
    ...(request.subscribed === undefined ? undefined : { subscribed: request.subscribed }),
  };
  const { contact } = project.contacts.upsert(recipient.address, change, false);
  if (template?.type === 'MARKETING' && !contact.subscribed) {
    throw new PlunkFailure(400, `Cannot send marketing template to unsubscribed contact ${contact.email}.`);
  }
  const values = toTemplateValues(contact, own);
  const id = randomUUID();
  const { maxMessageBytes } = project;
  const html = renderTemplate(outgoing.body, values, maxMessageBytes) ?? tooLarge(maxMessageBytes);
  const composition = {
    id,
    from: outgoing.from,
    to: [{ name: recipient.name, address: contact.email }],
    ...(outgoing.replyTo === undefined ? undefined : { replyTo: outgoing.replyTo }),
    subject: renderTemplate(outgoing.subject, values, maxMessageBytes) ?? tooLarge(maxMessageBytes),
    html,
    text: convertHtmlToText(html),
    headers: Object.entries(request.headers),
    attachments: request.attachments,
    date: new Date(project.now()),
  };
  const raw = (await composeMessage(composition, maxMessageBytes)) ?? tooLarge(maxMessageBytes);
  const isSuppressed = project.suppressions.match(contact.email) !== undefined;
  if (!isSuppressed)
    await project.mailbox.deliver({
      id,
      via: 'api',
      envelope: { from: outgoing.from.address, to: [contact.email] },
      raw,
    });
  const types = isSuppressed ? (['suppressed'] as const) : (['sent', 'delivered'] as const);
  const { subject } = composition;
  project.activity.record({ emailId: id, types, contact, subject, templateId: template?.id });
  return { contact: { id: contact.id, email: contact.email }, email: id };
}

function tooLarge(maxBytes: number): never {
  throw new PlunkFailure(413, `The message is larger than ${maxBytes} bytes`, { code: 'BAD_REQUEST' });
}
