import { createHash, randomUUID } from 'node:crypto';
import {
  accept,
  acceptAll,
  type Door,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  fileOf,
  fill,
  itemsOf,
  listOf,
  type MailAddress,
  type Message,
  mailboxesOf,
  mailboxOf,
  namedOutcomes,
  need,
  ok,
  ownTable,
  Problem,
  pairsOf,
  refuseRemoteFile,
  route,
  type SandboxRequest,
  type SandboxResponse,
  type Submission,
  textFieldsOf,
  textOf,
  textsOf,
} from '../../kit.ts';
import { readTime } from './read-time.ts';
import { badAddress, invalid, missing, readBody, refuse, resendConventions } from './wire.ts';

const maxBatch = 100;
const maxRecipients = 50; // of each list

/** Sending, batches, and the messages that were sent. */
export function mailRoutes(context: DoorContext, problem: Door['problem']) {
  const { store, outbox } = context;
  const once = createReplays(context);
  const send = async (mail: Fields) => {
    const { message } = await accept(context, problem, readMail(context, mail));
    return { id: message.id };
  };
  const change = (message: Message | undefined) => {
    return ok({ object: 'email', id: need(message, missing).id });
  };

  return [
    route('POST', '/emails', (request) => once(request, async () => ok(await send(readBody(request))))),
    route('POST', '/emails/batch', (request) => once(request, () => sendBatch(request, context, problem))),
    route('GET', '/emails/:id', (_request, { id = '' }) => ok(show(context, id))),
    route('PATCH', '/emails/:id', (request, { id = '' }) => {
      const sendAt = readTime(readBody(request, 'scheduled_at')['scheduled_at'], store.now());
      return change(outbox.reschedule(id, sendAt));
    }),
    route('POST', '/emails/:id/cancel', (_request, { id = '' }) => change(outbox.cancel(id))),
    route('GET', '/emails', (request) => {
      const own = store.messages.all().filter(({ service }) => service === 'resend');
      return resendConventions.list(own.toReversed().map(brief), request, 'email');
    }),
  ];
}

async function sendBatch(request: SandboxRequest, context: DoorContext, problem: Door['problem']) {
  const mails = itemsOf(request.json());
  if (mails.length > maxBatch) throw invalid(`At most ${maxBatch} emails.`);
  if (mails.some((mail) => mail['attachments'] ?? mail['scheduled_at']))
    throw invalid('A batch has neither `attachments` nor `scheduled_at`.');
  const submissions: Submission[] = [];
  const errors = mails.flatMap((mail, index) => {
    const message = problemOf(() => submissions.push(readMail(context, mail)));
    return message === undefined ? [] : [{ index, message }];
  });
  if (errors.length > 0 && request.headers['x-batch-validation'] !== 'permissive')
    throw invalid(errors[0]?.message ?? '');
  const data = acceptAll(context, problem, submissions).map(({ id }) => ({ id }));
  return ok({ data, ...(errors.length > 0 ? { errors } : {}) });
}

function problemOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (!Problem.isInstance(error)) throw error;
    return textOf(fieldsOf(error.response.json)['message']);
  }
}

const placeholder = /\{\{\{\s*(\w+)\s*\}\}\}/g;

/** Messages use the published version of a template. */
function readTemplate({ store }: DoorContext, given: Fields): Fields {
  const { id, variables } = fieldsOf(given['template']);
  if (given['template'] === undefined) return {};
  const name = textOf(id) ?? '';
  const template = store.templates.get(name) ?? store.templates.find(({ own }) => own['alias'] === name);
  const published = need(template?.own['published'], missing);
  const declared = itemsOf(template?.own['variables']);
  const fallbacks = Object.fromEntries(declared.map(({ key, fallback_value }) => [`${key}`, fallback_value]));
  const values = { ...fallbacks, ...fieldsOf(variables) };
  const empty = Object.keys(values).find((key) => values[key] === undefined || values[key] === null);
  if (empty !== undefined)
    throw invalid(`Missing template variable \`${empty}\`: it has no value and no \`fallback_value\`.`);
  const render = (text: unknown) => fill(textOf(text), placeholder, values);
  return Object.fromEntries(Object.entries(fieldsOf(published)).map(([name, text]) => [name, render(text)]));
}

/** @throws {Problem} 404 for the template, 422 */
function readMail(context: DoorContext, given: Fields): Submission {
  const template = readTemplate(context, given);
  const { store } = context;
  const read = (name: string) => given[name] ?? template[name];
  const from = mailboxOf(read('from'), badAddress('from'));
  const [to, cc, bcc] = ['to', 'cc', 'bcc'].map((name) => mailboxesOf(given[name], badAddress(name)));
  const replyTo = textsOf(read('reply_to'));
  mailboxesOf(replyTo, badAddress('reply_to'));
  const subject = textOf(read('subject'));
  if (from === undefined || subject === undefined) throw invalid('Missing `from` or `subject` field.');
  if (to === undefined || to.length === 0) throw badAddress('to')();
  for (const [field, list] of Object.entries({ to, cc, bcc }))
    if (list !== undefined && list.length > maxRecipients)
      throw invalid(`The \`${field}\` field has at most ${maxRecipients} addresses.`);
  const html = textOf(read('html'));
  const text = textOf(read('text'));
  if (html === undefined && text === undefined) throw invalid('Missing `html` or `text` field.');
  const at = given['scheduled_at'] ?? undefined;
  const tags = pairsOf(given['tags']);
  if (!tags.flat().every((word) => /^[\w-]{1,256}$/.test(word)))
    throw invalid('Tags should only contain ASCII letters, numbers, underscores, or dashes.');
  return {
    id: randomUUID(),
    from,
    to,
    cc,
    bcc,
    replyTo,
    subject,
    html,
    text,
    headers: Object.entries(textFieldsOf(given['headers'])),
    attachments: itemsOf(given['attachments']).map(readAttachment),
    sendAt: at === undefined ? undefined : readTime(at, store.now()),
    own: {
      from: textOf(read('from')),
      ...{ to: emailsOf(to), cc: emailsOf(cc), bcc: emailsOf(bcc), reply_to: replyTo },
      tags: tags.map(([name, value]) => ({ name, value })),
    },
    labels: {
      service: 'resend',
      tags: tags.map((pair) => pair.join(':')),
      metadata: Object.fromEntries(tags),
      stream: textOf(given['topic_id']),
    },
  };
}

function readAttachment(file: Fields) {
  const { filename, path, content, content_type, content_id, inline_content_id } = file;
  refuseRemoteFile(path, 'attachments[].path', invalid);
  // SDKs send a Buffer as its JSON, `{ type: 'Buffer', data: [104, 105] }`, and a list of numbers.
  const numbers = Array.isArray(content) ? content : fieldsOf(content)['data'];
  const bytes = typeof content === 'string' ? content : bytesOf(numbers);
  return fileOf(filename, bytes, content_type, content_id ?? inline_content_id);
}

function bytesOf(value: unknown): Uint8Array {
  return Uint8Array.from(listOf(value), Number);
}

const emailsOf = (list: readonly MailAddress[] = []) => list.map(({ address }) => address);

const lastEvents = {
  deferred: 'delivery_delayed',
  delivered: 'delivered',
  bounced: 'bounced',
  complained: 'complained',
  opened: 'opened',
  clicked: 'clicked',
  suppressed: 'suppressed',
};

function lastEventOf(message: Message): string {
  if (message.state === 'cancelled') return 'canceled';
  return namedOutcomes(message, lastEvents).at(-1)?.name ?? message.state;
}

function brief(message: Message) {
  const { id, from, recipients, subject, createdAt, sendAt, own } = message;
  const times = { created_at: dateOf(createdAt), scheduled_at: sendAt === undefined ? null : dateOf(sendAt) };
  const { to = recipients, cc = [], bcc = [], reply_to = [], from: sender = from } = own;
  const lists = { from: sender, to, cc, bcc, reply_to };
  return {
    id,
    message_id: `<${id}@mail.localhost>`,
    ...lists,
    subject,
    ...times,
    last_event: lastEventOf(message),
  };
}

function show({ store }: DoorContext, id: string) {
  const message = need(store.messages.get(id), missing);
  const { html = null, text = null } = store.mailbox.get(id)?.parsed ?? {};
  const { tags = [] } = message.own;
  return { object: 'email', ...brief(message), html, text, tags };
}

/** The first response again, for the same `Idempotency-Key` and body. */
function createReplays({ store }: DoorContext) {
  const replays = ownTable<{ readonly hash: string; readonly json: unknown }>(store, 'resend keys');
  const running = new Map<string, string>(); // hashes by key; a killed process leaves none
  const dayMs = 24 * 3_600_000;
  return async (request: SandboxRequest, perform: () => Promise<SandboxResponse>) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return perform();
    if (key.length > 256)
      throw new Problem(refuse(400, 'invalid_idempotency_key', 'The key must be between 1-256 chars.'));
    const hash = createHash('sha256').update(request.bytes).digest('base64');
    const earlier = replays.get(key);
    const isKnown = earlier !== undefined && earlier.createdAt > store.now() - dayMs;
    const used = running.get(key) ?? (isKnown ? earlier.hash : hash);
    if (used !== hash)
      throw new Problem(refuse(409, 'invalid_idempotent_request', 'The key was used with another body.'));
    if (running.has(key))
      throw new Problem(refuse(409, 'concurrent_idempotent_requests', 'The first request is in progress.'));
    if (isKnown) return ok(earlier.json);
    running.set(key, hash);
    try {
      const response = await perform();
      replays.delete(key); // of an earlier day
      replays.add({ hash, json: response.json }, key);
      return response;
    } finally {
      running.delete(key);
    }
  };
}
