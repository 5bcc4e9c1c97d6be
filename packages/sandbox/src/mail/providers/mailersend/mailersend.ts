// MailerSend's API v1: developers.mailersend.com, and its SDKs.
import { randomBytes } from 'node:crypto';
import type { SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { type Route, route } from '../../../http/router.ts';
import type { Message, Template } from '../../store/mail-store.ts';
import type { Submission } from '../../store/outbox.ts';
import { createTable } from '../../store/table.ts';
import { accept, type Door, type DoorContext, fill, need, readBearer } from '../door.ts';
import {
  addressesOf,
  addressOf,
  decodeBase64,
  type Fields,
  fieldsOf,
  flagOf,
  itemsOf,
  textOf,
  textsOf,
} from '../fields.ts';
import { mailersendEvents } from './events.ts';
import { suppressionRoutes } from './suppressions.ts';
import { dateOf, found, invalid, makeId, missing, pageOf, problem } from './wire.ts';

export const mailersend: Door = {
  name: 'mailersend',
  events: mailersendEvents,
  basePath: '/v1',
  keyPrefix: 'mlsn.',
  readKey: readBearer,
  refuseKey: () => problem(401, 'Unauthenticated.'),
  rateHeaders: { prefix: 'x-ratelimit-', isEpoch: true, hasRetryAfter: true },
  problem,
  routes: (context) => [
    ...mailRoutes(context),
    ...templateRoutes(context),
    ...suppressionRoutes(context),
    ...webhookRoutes(context),
  ],
};

function mailRoutes(context: DoorContext): readonly Route[] {
  const { store, outbox } = context;
  const limits = { maxRows: 1000, maxBytes: 1024 * 1024, dropsOldest: true, now: store.now };
  const bulks = createTable<{ readonly total: number; readonly messages_id: readonly string[] }>(limits);
  return [
    route('POST', '/v1/email', async (request) => {
      const { id, warnings } = await send(context, fieldsOf(request.json()));
      const json = warnings && { message: 'There are some warnings for your request.', warnings };
      return { status: 202, ...(id && { headers: { 'x-message-id': id } }), ...(json && { json }) };
    }),
    route('POST', '/v1/bulk-email', async (request) => {
      const sent = [];
      for (const mail of itemsOf(request.json())) sent.push(await send(context, mail));
      const messages_id = sent.flatMap(({ id }) => id ?? []);
      const { id: bulk_email_id } = bulks.add({ total: sent.length, messages_id }, makeId());
      return { status: 202, json: { message: 'The bulk email is being processed.', bulk_email_id } };
    }),
    route('GET', '/v1/bulk-email/:id', (_request, { id = '' }) => {
      const bulk = need(bulks.get(id), missing);
      const { total, messages_id, createdAt } = bulk;
      const counts = {
        total_recipients_count: total,
        suppressed_recipients_count: total - messages_id.length,
      };
      const created_at = dateOf(createdAt);
      return found({ id, state: 'completed', ...counts, messages_id, created_at, updated_at: created_at });
    }),
    route('GET', '/v1/messages/:id', (_request, { id = '' }) => found(viewMessage(ownSent(context, id)))),
    route('GET', '/v1/message-schedules/:id', (_request, { id = '' }) => {
      const message = store.messages.get(id);
      if (message?.state !== 'scheduled') throw missing();
      return found(viewSchedule(message));
    }),
    route('DELETE', '/v1/message-schedules/:id', (_request, { id = '' }) => {
      if (outbox.cancel(id) === undefined) throw missing();
      return { status: 204 };
    }),
  ];
}

async function send(context: DoorContext, mail: Fields) {
  const submission = readMail(context, mail);
  const { message } = await accept(context, problem, submission);
  const { suppressed } = message;
  if (suppressed.length === 0) return { id: message.id };
  const isAll = suppressed.length === message.recipients.length;
  const recipients = suppressed.map((email) => ({ email, name: '', reasons: ['hard_bounced'] }));
  const warnings = [{ type: isAll ? 'ALL_SUPPRESSED' : 'SOME_SUPPRESSED', recipients }];
  return { id: isAll ? undefined : message.id, warnings };
}

/** @throws {Problem} 422 */
function readMail({ store }: DoorContext, mail: Fields): Submission {
  const templateId = textOf(mail['template_id']);
  const template = templateId === undefined ? undefined : store.templates.get(templateId);
  const [from, to] = [addressOf(mail['from']), addressesOf(mail['to'])];
  const [cc, bcc] = [addressesOf(mail['cc']), addressesOf(mail['bcc'])];
  if (from === undefined) throw invalid('from.email', 'The from.email field is required. #MS42207');
  if (to.length === 0) throw invalid('to', 'The to field is required. #MS42209');
  if (templateId !== undefined && template === undefined)
    throw invalid('template_id', 'The template_id is invalid. #MS42212');
  if (template === undefined && !mail['html'] && !mail['text'])
    throw invalid('text', 'The text field is required. #MS42211');
  const everyone = [...to, ...cc, ...bcc].map(({ address }) => address);
  const personal = itemsOf(mail['personalization']);
  if (personal.some(({ email }) => !everyone.includes(textOf(email) ?? '')))
    throw invalid('personalization.0.email', 'The email must be a recipient. #MS42217');
  const data = fieldsOf(personal[0]?.['data']);
  const render = (text: unknown) => fill(textOf(text), /\{\{\s*(\w+)\s*\}\}/g, data);
  const { track_opens, track_clicks } = fieldsOf(mail['settings']);
  const [opens, clicks] = [flagOf(track_opens), flagOf(track_clicks)];
  const listUnsubscribe = textOf(mail['list_unsubscribe']);
  const headers = itemsOf(mail['headers']).map(({ name, value }) => [`${name}`, `${value}`] as const);
  return {
    id: makeId(),
    from,
    to,
    cc,
    bcc,
    replyTo: addressesOf([mail['reply_to']].flat()).map(({ address }) => address),
    subject: render(mail['subject'] ?? template?.subject) ?? '',
    html: render(mail['html'] ?? template?.html),
    text: render(mail['text']),
    headers: listUnsubscribe ? [...headers, ['List-Unsubscribe', listUnsubscribe]] : headers,
    attachments: itemsOf(mail['attachments']).map(readAttachment),
    sendAt: typeof mail['send_at'] === 'number' ? mail['send_at'] * 1000 : undefined,
    labels: {
      service: 'mailersend',
      tags: textsOf(mail['tags']),
      tracking: { ...(opens !== undefined && { opens }), ...(clicks !== undefined && { clicks }) },
    },
  };
}

function readAttachment({ content, filename, disposition, id }: Fields) {
  const file = {
    filename: textOf(filename) ?? 'attachment',
    content: decodeBase64(content),
    contentType: '',
  };
  const contentId = textOf(id);
  return disposition === 'inline' && contentId !== undefined
    ? { ...file, disposition: 'inline' as const, contentId }
    : { ...file, disposition: 'attachment' as const };
}

function ownSent({ store }: DoorContext, id: string): Message {
  const message = store.messages.get(id);
  if (message?.state !== 'sent') throw missing();
  return message;
}

function viewMessage({ id, recipients, subject, from, createdAt, updatedAt }: Message) {
  const [created_at, updated_at] = [dateOf(createdAt), dateOf(updatedAt)];
  const emails = recipients.map(() => ({ id: makeId(), from, subject, status: 'delivered', created_at }));
  return { id, created_at, updated_at, emails };
}

function viewSchedule({ id, subject, sendAt = 0, createdAt }: Message) {
  const times = { send_at: dateOf(sendAt), created_at: dateOf(createdAt) };
  return { message_id: id, subject, status: 'scheduled', status_message: null, ...times };
}

function templateRoutes({ store: { templates } }: DoorContext): readonly Route[] {
  const view = ({ id, name, html, text, createdAt }: Template) => ({
    id,
    name,
    type: 'html',
    html: html ?? null,
    text: text ?? null,
    created_at: dateOf(createdAt),
  });
  const read = (request: SandboxRequest, old?: Template) => {
    const body = fieldsOf(request.json());
    const [html, text] = [textOf(body['html']) ?? old?.html, textOf(body['text']) ?? old?.text];
    return { name: textOf(body['name']) ?? old?.name ?? '', html, text, own: {} };
  };
  const one = (template: Template | undefined, status = 200): SandboxResponse => {
    if (template === undefined) throw missing();
    return found(view(template), status);
  };
  return [
    route('GET', '/v1/templates', (request) => pageOf(request, templates.all().map(view))),
    route('POST', '/v1/templates', (request) =>
      one(templates.add(read(request), randomBytes(8).toString('hex')), 201),
    ),
    route('GET', '/v1/templates/:id', (_request, { id = '' }) => one(templates.get(id))),
    route('PUT', '/v1/templates/:id', (request, { id = '' }) =>
      one(templates.update(id, read(request, templates.get(id)))),
    ),
    route('DELETE', '/v1/templates/:id', (_request, { id = '' }) => {
      if (!templates.delete(id)) throw missing();
      return { status: 204 };
    }),
  ];
}

function webhookRoutes({ store: { webhooks }, webhookSecret }: DoorContext): readonly Route[] {
  const own = () => webhooks.all().filter(({ service }) => service === 'mailersend');
  return [
    route('POST', '/v1/webhooks', (request) => {
      const { url, events, ...rest } = fieldsOf(request.json());
      const fields = { service: 'mailersend', url: textOf(url) ?? '', events: textsOf(events), own: rest };
      const { id } = webhooks.add(fields, makeId());
      return found({ ...rest, id, url, events, secret: webhookSecret }, 201);
    }),
    route('GET', '/v1/webhooks', (request) =>
      pageOf(
        request,
        own().map(({ id, url, events, own: rest }) => ({ ...rest, id, url, events })),
      ),
    ),
    route('DELETE', '/v1/webhooks/:id', (_request, { id = '' }) => {
      if (!webhooks.delete(id)) throw missing();
      return { status: 204 };
    }),
  ];
}
