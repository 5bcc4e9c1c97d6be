import { randomBytes } from 'node:crypto';
import {
  acceptAll,
  type ComposedAttachment,
  convertHtmlToText,
  type DoorContext,
  type Form,
  type FormFile,
  fieldsOf,
  fileOf,
  fill,
  headerOf,
  instantOf,
  type MailEventKind,
  type Message,
  mailboxesOf,
  mailboxOf,
  need,
  ok,
  outcomesOf,
  parseText,
  readForm,
  route,
  type SandboxRequest,
  type Submission,
  textOf,
} from '../../kit.ts';
import { dataOf } from './events.ts';
import { expandAddress } from './lists.ts';
import { storageOf } from './stored.ts';
import { renderTemplate } from './templates.ts';
import { problem, stop } from './wire.ts';

const maxRecipients = 1000;

/** Sending, and the events of messages. */
export function mailRoutes(context: DoorContext) {
  const { store, url } = context;
  const events = (request: SandboxRequest, domain = '', token = '') => {
    const at = Number(token.slice(1)) || 0;
    const limit = Number(request.query.get('limit') ?? 100);
    const wanted = request.query.get('message-id');
    const own = store.messages
      .all()
      .filter((message) => message.service === 'mailgun' && [null, requestOf(message)].includes(wanted));
    const [event, recipient] = [request.query.get('event'), request.query.get('recipient')];
    // `failed OR rejected`
    const names = event?.split(' OR ');
    const found = own
      .flatMap((message) => eventsOf(message, url()))
      .filter((one) => names === undefined || names.includes(one.event))
      .filter((one) => recipient === null || one.recipient === recipient);
    const filter = new URLSearchParams(request.query).toString();
    const next = `${url()}/v3/${domain}/events/p${at + limit}${filter && `?${filter}`}`;
    return ok({ items: found.slice(at, at + limit), paging: { next, previous: next } });
  };
  const send = async (request: SandboxRequest, domain: string) => {
    const form = await readForm(request);
    const id = `${store.now()}.${randomBytes(8).toString('hex')}@${domain}`;
    const submissions = readMails(context, form, id);
    if (form.values.get('o:testmode')?.[0] !== 'yes') acceptAll(context, problem, submissions);
    return ok({ id: `<${id}>`, message: 'Queued. Thank you.' });
  };
  return [
    route('POST', '/v3/:domain/messages', (request, { domain = '' }) => send(request, domain)),
    route('POST', '/v3/:domain/messages.mime', (request, { domain = '' }) => send(request, domain)),
    route('GET', '/v3/:domain/events', (request, { domain }) => events(request, domain)),
    route('GET', '/v3/:domain/events/:token', (request, { domain, token }) => events(request, domain, token)),
  ];
}

const requestOf = ({ own }: Message): string | undefined => textOf(own['request']);

function eventsOf(message: Message, origin: string) {
  const storage = storageOf(message, origin);
  const outcomes = outcomesOf(message);
  return message.recipients.flatMap((recipient) => {
    const eventOf = (kind: MailEventKind, at = message.createdAt) =>
      dataOf({ kind, at, message, recipient, id: `${kind}-${message.id}-${recipient}` });
    const id = `accepted-${message.id}-${recipient}`;
    const accepted = { ...eventOf('delivered'), event: 'accepted', id, storage };
    const own = outcomes.filter((outcome) => outcome.recipient === recipient);
    const later = own.map(({ kind, at }) =>
      kind === 'suppressed'
        ? { ...eventOf('bounced'), reason: 'suppress-bounce', storage }
        : { ...eventOf(kind, at), storage },
    );
    return [accepted, ...later];
  });
}

/** One for all recipients, or with `recipient-variables` one for each. @throws {Problem} 400 */
function readMails(context: DoorContext, form: Form, id: string): readonly Submission[] {
  const one = (name: string) => form.values.get(name)?.[0];
  const mime = form.files.find(({ name }) => name === 'message')?.content ?? encode(one('message'));
  const from = need(mailboxOf(one('from') ?? (mime && headerOf(mime, 'from')), badAddress('from')), () =>
    stop(400, 'from parameter is missing'),
  );
  const to = mailboxesOf(form.values.get('to'), badAddress('to'));
  if (to.length === 0) throw stop(400, 'to parameter is missing');
  const options = readOptions(form);
  if (to.length + options.cc.length + options.bcc.length > maxRecipients)
    throw stop(400, `Too many recipients; max is ${maxRecipients}`);
  const values = fieldsOf(readJson(form, 't:variables'));
  const template = renderTemplate(context, one('template'), one('t:version'), values);
  const html = one('html') ?? template.html;
  const isDerived = one('t:text') === 'yes' && template.html !== undefined;
  const text = one('text') ?? (isDerived ? convertHtmlToText(template.html ?? '') : undefined);
  if (html === undefined && text === undefined && mime === undefined)
    throw stop(400, "Need at least one of 'text', 'html', 'amp-html' or 'template' parameters specified");
  const variables = readJson(form, 'recipient-variables');
  const subject = one('subject') ?? template.subject ?? (mime && headerOf(mime, 'subject')) ?? '';
  const common = { from, subject, html, text, raw: mime, ...options };
  const isBatch = variables !== undefined;
  return (isBatch ? to.map((each) => [each]) : [to]).map((recipients, index) => {
    const own = fieldsOf(fieldsOf(variables)[recipients[0]?.address ?? '']);
    const render = (words: string | undefined) => (isBatch ? fill(words, /%recipient\.(\w+)%/g, own) : words);
    return {
      ...common,
      id: index === 0 ? id : `${index}.${id}`,
      to: recipients,
      recipients: [...recipients, ...options.cc, ...options.bcc].flatMap(({ address }) =>
        expandAddress(context.store, address),
      ),
      subject: render(subject) ?? '',
      html: render(html),
      text: render(text),
      own: { request: id, tags: common.labels.tags, variables: common.labels.metadata },
    };
  });
}

/** A parameter with JSON. @throws {Problem} 400 for other text */
function readJson({ values }: Form, name: string): unknown {
  const text = values.get(name)?.[0];
  if (text === undefined) return undefined;
  return need(parseText(text), () => stop(400, `'${name}' parameter is not a valid JSON`));
}

/** A date in a text, or epoch seconds. @throws {Problem} 400 */
function readTime(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const instant = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) * 1000 : instantOf(text);
  return need(instant, () => stop(400, "'o:deliverytime' parameter is not a valid RFC 2822 date"));
}

const badAddress = (name: string) => () =>
  stop(400, `'${name}' parameter is not a valid address. please check documentation`);

const encode = (text: string | undefined) =>
  text === undefined ? undefined : new TextEncoder().encode(text);

function readOptions({ values, files }: Form) {
  const named = (prefix: string) =>
    [...values].flatMap(([name, [value = '']]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
    );
  const headers = named('h:');
  const isReplyTo = (name: string) => name.toLowerCase() === 'reply-to';
  const tracking = (['opens', 'clicks'] as const).flatMap((name) => {
    const value = values.get(`o:tracking-${name}`)?.[0];
    return value === undefined ? [] : [[name, value !== 'no'] as const];
  });
  return {
    cc: mailboxesOf(values.get('cc'), badAddress('cc')),
    bcc: mailboxesOf(values.get('bcc'), badAddress('bcc')),
    replyTo: headers.flatMap(([name, value]) => (isReplyTo(name) ? [value] : [])),
    headers: headers.filter(([name]) => !isReplyTo(name)),
    attachments: files.filter(({ name }) => name === 'attachment' || name === 'inline').map(readFile),
    sendAt: readTime(values.get('o:deliverytime')?.[0]),
    labels: {
      service: 'mailgun',
      tags: values.get('o:tag') ?? [],
      metadata: Object.fromEntries(named('v:')),
      tracking: Object.fromEntries(tracking),
    },
  };
}

/** An inline file has its name as its content id. */
function readFile({ name, filename, contentType, content }: FormFile): ComposedAttachment {
  return fileOf(filename, content, contentType, name === 'inline' ? filename : undefined);
}
