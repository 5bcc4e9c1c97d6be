// The faults of a mail, and what is counted at the server under each.
import { createHmac } from 'node:crypto';
import { Readable } from 'node:stream';
import { inspect } from 'node:util';
import { type Cell, type Ending, endingOf, isRefused, noEnd, type Row, reported } from '../peer.ts';
import type { MailService, Turn } from './http-server.ts';
import { apiKey, type Mail, type MailClient, webhookSecret } from './mail-client.ts';

type MailRow = Row<MailClient, MailService>;

export const mail: Mail = { to: ['bob@example.com'], subject: 'Your order', text: 'Thank you.' };

export const counted = (service: { readonly mails: readonly unknown[] }) =>
  service.mails.length === 0 ? 'none' : `${service.mails.length} mail${service.mails.length > 1 ? 's' : ''}`;

/** Neither a double nor a silent loss. */
export const isOnceOrKnown = ({ mails }: { readonly mails: readonly unknown[] }, { error }: Ending) =>
  error !== noEnd && (mails.length === 1 || (mails.length === 0 && error !== undefined));

/** The service fails once, and would take the next request. */
const arrivesOnce = (id: string, title: string, turns: readonly Turn[]): MailRow => ({
  id,
  title,
  async run(client, service) {
    service.turns = [...turns];
    const ending = await endingOf(() => client.send(mail));
    const text = `${counted(service)}, ${reported(ending, client.isInDoubt)}`;
    return { text, harm: !isOnceOrKnown(service, ending) };
  },
});

const throttledWithHint: MailRow = {
  id: 'throttled-hint',
  title: '429, `Retry-After: 1`',
  async run(client, service) {
    service.turns = [{ status: 429, headers: { 'retry-after': '1' } }];
    const ending = await endingOf(() => client.send(mail));
    const [first, second] = service.requests;
    const isEarly = first !== undefined && second !== undefined && second.at - first.at < 995;
    const end = second === undefined ? reported(ending) : isEarly ? 'early' : 'in time';
    const text = `${counted(service)}, ${end}`;
    return { text, harm: isEarly || !isOnceOrKnown(service, ending) };
  },
};

/** The program repeats a failed call with its own key. */
const repeatedWithKey: MailRow = {
  id: 'own-key',
  title: 'the same, repeated with a key',
  async run(client, service) {
    service.turns = ['accept-then-500'];
    const options = { idempotencyKey: 'order-17' };
    const first = await endingOf(() => client.send(mail, options));
    if (first.error !== undefined) await endingOf(() => client.send(mail, options));
    return { text: counted(service), harm: service.mails.length !== 1 };
  },
};

const aborted: MailRow = {
  id: 'abort',
  title: 'aborted',
  async run(client, service) {
    if (!client.canAbort) return { text: 'no abort' };
    service.turns = ['hold', 'hold', 'hold'];
    const controller = new AbortController();
    const call = endingOf(() => client.send(mail, { signal: controller.signal }));
    await service.until(() => service.requests.length > 0);
    controller.abort();
    const ending = await call;
    const isClosed = await service.until(() => service.requests[0]?.isClosed === true);
    const text = `${reported(ending)}, ${isClosed ? 'closed' : 'left open'}`;
    return { text, harm: !isRefused(ending) || !isClosed };
  },
};

const htmlWithStatus200: MailRow = {
  id: 'proxy',
  title: '200 with a page of HTML',
  async run(client, service) {
    const page = '<html>Sign in to this network</html>';
    const turn = { status: 200, headers: { 'content-type': 'text/html' }, body: page };
    service.turns = [turn, turn, turn];
    const ending = await endingOf(() => client.send(mail));
    return { text: reported(ending, client.isInDoubt), harm: !isRefused(ending) };
  },
};

/** Searched as deep as a log prints an error, and deeper. */
const keyInError = (id: string, title: string, turn: Turn): MailRow => ({
  id,
  title,
  async run(client, service) {
    service.turns = [turn, turn, turn];
    const { error } = await endingOf(() => client.send(mail));
    const texts = [inspect(error, { depth: 12, showHidden: true }), JSON.stringify(error) ?? ''];
    const isShown = texts.some((text) => text.includes(apiKey));
    return { text: error === undefined ? 'no error' : isShown ? 'shown' : 'hidden', harm: isShown };
  },
});

const echo = JSON.stringify({ name: 'error', message: `The key ${apiKey} has no rights.`, ErrorCode: 10 });

/** A field of a message that a service would take as it is. */
export const refusedField = <Server extends { readonly mails: readonly unknown[] }>(
  id: string,
  title: string,
  fields: Partial<Mail>,
  ofMail: (mail: Server['mails'][number]) => string,
): Row<MailClient, Server> => ({
  id,
  title,
  async run(client, server) {
    const { error } = await endingOf(() => client.send({ ...mail, ...fields }));
    const [arrived] = server.mails;
    if (arrived !== undefined) return judged(ofMail(arrived as Server['mails'][number]));
    return { text: error === undefined ? 'none, result' : 'refused', harm: error === undefined };
  },
});

/** A service may refuse what a client passes on; it does not see what a client drops. */
const judged = (text: string): Cell => ({ text, harm: text !== 'sent clean' && text !== 'passed on' });

export const inSubject = { subject: 'Hi\r\nBcc: eve@example.com' };
export const inHeader = { headers: { 'X-Order': '17\r\nBcc: eve@example.com' } };
export const misspelt = { extra: { repylTo: 'help@acme.dev' } };

const asJson = (text: string) => (mailFields: unknown) =>
  /\\r|\\n/.test(JSON.stringify(mailFields)) ? text : 'sent clean';

const bytes = 1_000_000;
export const attachment = () =>
  Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(bytes / 10, 'x')));
/** Base64 of `x`, as often as the attachment is long. */
const wholeFile = Buffer.alloc(bytes, 'x').toString('base64');

export function streamCell(ending: Ending, arrived: string | undefined): Cell {
  if (arrived === undefined) return { text: `none, ${reported(ending)}`, harm: !isRefused(ending) };
  const isWhole = arrived.includes(wholeFile);
  return { text: isWhole ? 'whole' : 'damaged', harm: !isWhole };
}

const streamed: MailRow = {
  id: 'stream',
  title: 'a stream of 1 MB, 429 first',
  async run(client, service) {
    if (!client.canStream) return { text: 'no streams' };
    service.turns = [{ status: 429, headers: { 'retry-after': '0' } }];
    const ending = await endingOf(() => client.send({ ...mail, attachment: attachment() }));
    return streamCell(ending, service.mails[0] && JSON.stringify(service.mails[0]));
  },
};

const manyAtOnce = 750;
const batch: MailRow = {
  id: 'batch',
  title: `${manyAtOnce} mails, one call`,
  async run(client, service) {
    if (client.sendMany === undefined) return { text: 'no batch' };
    const mails = Array.from({ length: manyAtOnce }, (_, at) => ({ ...mail, to: [`bob-${at}@example.com`] }));
    const ending = await endingOf(async () => client.sendMany?.(mails));
    const [taken, asked] = [service.mails.length, service.requests.length];
    const text = taken === 0 ? `none, ${reported(ending)}` : `${taken} by ${asked} requests`;
    const isKnown = taken === 0 && isRefused(ending);
    return { text, harm: !isKnown && taken !== manyAtOnce };
  },
};

const forged: MailRow = {
  id: 'forged',
  title: 'webhook: genuine, forged, old',
  async run({ verify }) {
    if (verify === undefined) return { text: 'no check' };
    const isTaken = async (key: string, ageSeconds: number) =>
      (await endingOf(() => Promise.resolve(verify(signed(key, ageSeconds))))).error === undefined;
    const taken = [await isTaken(webhookSecret, 0), await isTaken(otherSecret, 0)];
    taken.push(await isTaken(webhookSecret, 600));
    const text = taken.map((is) => (is ? 'yes' : 'no')).join(', ');
    return { text, harm: text !== 'yes, no, no' };
  },
};

const otherSecret = `whsec_${Buffer.from('another secret, of 32 bytes too.').toString('base64')}`;

/** As Resend signs its webhooks: id, seconds and payload, joined by dots. */
function signed(secret: string, ageSeconds: number) {
  const payload = JSON.stringify({
    type: 'email.delivered',
    created_at: '2026-11-29T10:00:00.000Z',
    data: { email_id: 'id-1', from: 'ann@acme.dev', to: ['bob@example.com'], subject: 'Your order' },
  });
  const timestamp = String(Math.floor(Date.now() / 1_000) - ageSeconds);
  const hmac = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'));
  const signature = hmac.update(`msg_1.${timestamp}.${payload}`).digest('base64');
  const headers = {
    'svix-id': 'msg_1',
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${signature}`,
  } as const;
  return { payload, headers };
}

const throttled: Turn = { status: 429 };

const everyService: readonly MailRow[] = [
  throttledWithHint,
  arrivesOnce('throttled', '429, no hint', [throttled]),
  arrivesOnce('unavailable', '503', [{ status: 503 }]),
  arrivesOnce('accepted-500', 'accepted, then 500', ['accept-then-500']),
  arrivesOnce('accepted-reset', 'accepted, connection lost', ['accept-then-reset']),
  aborted,
  htmlWithStatus200,
  refusedField('misspelt', 'a misspelt field', misspelt, (arrived) =>
    JSON.stringify(arrived).includes('repylTo') ? 'passed on' : 'dropped',
  ),
  refusedField('crlf-subject', 'CRLF in the subject', inSubject, asJson('passed on')),
  refusedField('crlf-header', 'CRLF in a header', inHeader, asJson('passed on')),
  streamed,
  batch,
  keyInError('key', 'the key in an error', { status: 422 }),
  keyInError('echoed-key', 'the key, if the service echoes it', { status: 401, body: echo }),
];

export const keylessRows = everyService;
export const keyedRows: readonly MailRow[] = [...everyService, repeatedWithKey, forged];
