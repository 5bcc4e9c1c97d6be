import { randomUUID } from 'node:crypto';
import type { SandboxResponse } from '../../http/exchange.ts';
import { type Route, route } from '../../http/router.ts';
import { addressesOf } from '../kit/addresses.ts';
import { decodeBase64, fieldsOf, itemsOf, listOf, textFieldsOf, textOf, textsOf } from '../kit/fields.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { composeMessage } from '../message/compose-message.ts';
import type { MailAddress } from '../message/parse-message.ts';

/** What the send route needs. */
export interface SendOptions {
  readonly mailbox: Mailbox;
  readonly maxMessageBytes: number;
}

const maxRecipients = 1000;
const restricted = new Set(
  'to from cc bcc reply-to date subject content-type mime-version x-tags'.split(' '),
);

/** The route that puts a message in. */
export function sendRoute({ mailbox, maxMessageBytes }: SendOptions): Route {
  return route('POST', '/api/v1/send', async (request) => {
    const body = fieldsOf(request.json());
    try {
      const { from, to, cc, bcc, ...rest } = readSend(body);
      const id = randomUUID();
      const raw = composeMessage({ ...rest, id, from, to, cc, date: new Date() });
      if (raw.byteLength > maxMessageBytes)
        return failure(413, `The message is larger than ${maxMessageBytes} bytes.`);
      const envelope = { from: from.address, to: [...to, ...cc, ...bcc].map(({ address }) => address) };
      const username = readUser(request.headers['authorization']);
      await mailbox.deliver({ id, via: 'api', envelope, raw, labels: { service: 'mailpit' }, username });
      return { status: 200, json: { ID: id } };
    } catch (error) {
      if (error instanceof InvalidSend) return failure(400, error.message);
      throw error;
    }
  });
}

/** The user name of basic authentication. Any password is accepted. */
function readUser(authorization = ''): string | undefined {
  if (!authorization.startsWith('Basic ')) return undefined;
  return Buffer.from(authorization.slice(6), 'base64').toString().split(':')[0];
}

class InvalidSend extends Error {}

function failure(status: number, message: string): SandboxResponse {
  return { status, json: { Error: message } };
}

function readSend(body: Readonly<Record<string, unknown>>) {
  const from = readAddress('From', body['From']);
  const readList = (name: string) => listOf(body[name]).map((each) => readAddress(name, each));
  const [to, cc] = [readList('To'), readList('Cc')];
  const bcc = listOf(body['Bcc']).map((each) => readAddress('Bcc', { Email: each }));
  const recipients = to.length + cc.length + bcc.length;
  if (recipients === 0) throw new InvalidSend('no recipients: set To, Cc or Bcc');
  if (recipients > maxRecipients) throw new InvalidSend(`more than ${maxRecipients} recipients`);
  const replyTo = readList('ReplyTo').map(({ name, address }) =>
    name === '' ? address : `"${name.replace(/["\\\r\n]/g, ' ')}" <${address}>`,
  );
  return {
    ...{ from, to, cc, bcc },
    ...(replyTo.length > 0 && { replyTo: replyTo.join(', ') }),
    subject: textOf(body['Subject']) ?? '',
    html: textOf(body['HTML']) || undefined,
    text: textOf(body['Text']),
    headers: readHeaders(body),
    attachments: itemsOf(body['Attachments']).map(readAttachment),
  };
}

function readAddress(field: string, value: unknown): MailAddress {
  const refuse = (text: string) => new InvalidSend(`invalid ${field} address: ${text}`);
  const [found] = addressesOf([value], refuse);
  if (found === undefined || found.address.length > 450) throw refuse(found?.address ?? '');
  return found;
}

function readHeaders(body: Readonly<Record<string, unknown>>): readonly (readonly [string, string])[] {
  const headers = Object.entries(textFieldsOf(body['Headers']));
  for (const [name, value] of headers) {
    if (restricted.has(name.toLowerCase())) throw new InvalidSend(`cannot overwrite header: "${name}"`);
    if (!/^[\w-]{1,100}$/.test(name) || /[\r\n]/.test(value))
      throw new InvalidSend(`invalid header: "${name}"`);
  }
  const tags = textsOf(body['Tags'])
    .join(', ')
    .replace(/[\r\n]/g, ' ');
  return tags === '' ? headers : [...headers, ['X-Tags', tags]];
}

function readAttachment(fields: Readonly<Record<string, unknown>>) {
  const contentId = textOf(fields['ContentID']);
  const content = textOf(fields['Content']) ?? '';
  return {
    filename: textOf(fields['Filename']) ?? '',
    // A data URL has its type before the comma.
    content: decodeBase64(content.slice(content.indexOf(',') + 1)),
    contentType: textOf(fields['ContentType']) || 'application/octet-stream',
    disposition: contentId ? ('inline' as const) : ('attachment' as const),
    ...(contentId && { contentId }),
  };
}
