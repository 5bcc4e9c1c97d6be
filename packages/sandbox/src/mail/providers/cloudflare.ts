// Cloudflare's Email Sending API: its documentation of November 2026 (cloudflare-docs 015dc8c).
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  accept,
  addressesOf,
  type Door,
  type DoorContext,
  dateOf,
  type Fields,
  fieldsOf,
  fileOf,
  isAddress,
  itemsOf,
  type MailAddress,
  mailboxesOf,
  need,
  ok,
  outcomesOf,
  Problem,
  readBearer,
  route,
  type Submission,
  type Suppression,
  suppressionBook,
  textFieldsOf,
  textOf,
} from '../kit.ts';

const maxRecipients = 50;
const base = '/client/v4/accounts/:account/email/sending';

const refusal = [10001, 'invalid_request_schema'] as const;

const errors = new Map<number, readonly [code: number, word: string]>([
  [400, refusal],
  [401, [10101, 'authentication.unauthorized']],
  [403, [10203, 'email.sending_disabled']],
  [404, [10000, 'not_found']],
  [413, [10200, 'email.too_big']],
  [429, [10004, 'throttled']],
  [422, refusal],
  [501, [10003, 'not_implemented']],
  [503, [10100, 'authentication.upstream']],
]);

/** Errors have fixed words: ours are a message beside them. A mail that is too large is a 400. */
function problem(status: number, message: string) {
  const [code, word] = errors.get(status) ?? [10002, 'internal_server'];
  return fail(status === 413 ? 400 : status, code, word, message);
}

function fail(status: number, code: number, word: string, message: string) {
  const own = [{ code, message: `email.sending.error.${word}` }];
  return { status, json: { success: false, errors: own, messages: [{ code, message }], result: null } };
}

const refuse = (message: string): Problem => new Problem(problem(400, message));
const invalid = (text: string): Problem => new Problem(fail(400, 10202, 'email.invalid', text));
const success = (result: unknown, more: object = {}) =>
  ok({ success: true, errors: [], messages: [], result, ...more });

export const cloudflare: Door = {
  name: 'cloudflare',
  basePath: '/client/v4',
  keyPrefix: '',
  readKey: readBearer,
  refuseKey: () => problem(401, 'The API token is missing or wrong.'),
  rateHeaders: {},
  problem,
  env: (key) => ({ CLOUDFLARE_API_TOKEN: key, CLOUDFLARE_ACCOUNT_ID: '023e105f4ecef8ad9ca31a8372d0c353' }),
  routes: (context) => [
    route('POST', `${base}/send`, (request) => send(context, fieldsOf(request.json()))),
    ...suppressionRoutes(context),
  ],
  absent: [
    ['POST', `${base}/send_raw`, 'emailSending.sendRaw'],
    ['POST', `${base}/suppressions/bulk`, 'emailSending.suppressions.bulk'],
    ['PATCH', `${base}/suppressions/:id`, 'emailSending.suppressions.edit'],
  ],
};

function suppressionRoutes({ store }: DoorContext) {
  const book = suppressionBook(store);
  const find = (id = ''): Suppression =>
    need(
      book.list({}).find((row) => row.id === id),
      () => new Problem(problem(404, 'There is no such suppression.')),
    );
  return [
    route('GET', `${base}/suppressions`, ({ query }) => {
      const [start, size] = [Number(query.get('cursor')) || 0, Number(query.get('per_page')) || 100];
      const [reason, search] = [query.get('reason'), query.get('search') ?? ''];
      const found = book
        .list({ email: query.get('email') ?? undefined })
        .map(toSuppression)
        .filter((row) => row.email.includes(search) && (reason === null || row.reason === reason));
      const end = start + size;
      const result_info = { next_cursor: end < found.length ? String(end) : null };
      return success(found.slice(start, end), { result_info });
    }),
    route('POST', `${base}/suppressions`, (request) => {
      const { email, note, expires_at = null } = fieldsOf(request.json());
      if (!isAddress(textOf(email) ?? '')) throw invalid('email must be an address.');
      return success(toSuppression(book.add(`${email}`, 'manual', undefined, { note, expires_at })));
    }),
    route('GET', `${base}/suppressions/:id`, (_request, { id }) => success(toSuppression(find(id)))),
    route('DELETE', `${base}/suppressions/:id`, (_request, { id }) => {
      const { email } = find(id);
      book.remove({ email });
      return success({ id });
    }),
  ];
}

const reasons = { bounce: 'hard_bounce', complaint: 'complaint', unsubscribe: 'manual', manual: 'manual' };

function toSuppression({ id, email, reason, own, createdAt }: Suppression) {
  const { note = null, expires_at = null } = own;
  const at = dateOf(createdAt);
  return { id, email, reason: reasons[reason], note, expires_at, created_at: at, read_only: false };
}

/** The response has the addresses by what became of them at once. */
async function send(context: DoorContext, body: Fields) {
  const mail = readMail(body);
  const { suppressed } = context.outbox.recipientsOf(mail);
  // One refuses the whole mail. Its code is not published.
  if (suppressed.length > 0) throw invalid(`Suppressed: ${suppressed.join(', ')}`);
  const { message } = accept(context, problem, mail);
  await setImmediate(); // the events without a delay
  const outcomes = outcomesOf(context.store.messages.get(message.id) ?? message);
  const of = (kind: string) => outcomes.flatMap((each) => (each.kind === kind ? each.recipient : []));
  const [delivered, permanent_bounces] = [of('delivered'), of('bounced')];
  const ended = new Set([...delivered, ...permanent_bounces]);
  const queued = message.recipients.filter((each) => !ended.has(each));
  return success({ delivered, permanent_bounces, queued, message_id: `<${message.id}>` });
}

/** A text, `{ address, name }`, or a list of both. */
function partiesOf(value: unknown): readonly MailAddress[] {
  return [value ?? []].flat().flatMap((each) => {
    if (typeof each === 'string') return mailboxesOf(each, invalid);
    const { address: email, name } = fieldsOf(each);
    return addressesOf([{ email, name }], invalid);
  });
}

/** @throws {Problem} 400 */
function readMail(mail: Fields): Submission {
  const [to, cc, bcc] = [partiesOf(mail['to']), partiesOf(mail['cc']), partiesOf(mail['bcc'])];
  const count = to.length + cc.length + bcc.length;
  if (count === 0 || count > maxRecipients) throw refuse(`There must be 1 to ${maxRecipients} recipients.`);
  const [html, text] = [textOf(mail['html']), textOf(mail['text'])];
  if (!html && !text) throw refuse('html or text is required.');
  const from = need(partiesOf(mail['from'])[0], () => refuse('from is required.'));
  return {
    ...{ id: `${randomUUID()}@${from.address.split('@').at(-1)}`, from, to, cc, bcc, html, text },
    subject: need(textOf(mail['subject']) || undefined, () => refuse('subject is required.')),
    replyTo: partiesOf(mail['reply_to']),
    headers: Object.entries(textFieldsOf(mail['headers'])),
    attachments: itemsOf(mail['attachments']).map(({ filename, content, type, disposition, content_id }) =>
      fileOf(filename, content, type, disposition === 'inline' ? content_id : undefined),
    ),
    labels: { service: 'cloudflare' },
  };
}
