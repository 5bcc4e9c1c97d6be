import {
  AuthenticationError,
  ConfigurationError,
  CredentialError,
  type CredentialInput,
  cachedCredential,
  credentialFrom,
  fromEnv,
  ResponseFormatError,
  type Secret,
} from '@org/core';
import { loadCredential } from '@org/core/driver';
import { ownValue } from '../../../driver.ts';
import {
  download,
  headersOfObject,
  type InboundOptions,
  type InboundReader,
  type InboundRequests,
  inboundOf,
  isSafeAddress,
  jsonOf,
  listOf,
  type ReceivedMail,
  smtpAddress,
  textsOf,
  toAttachment,
  wholeText,
} from '../../../inbound/kit.ts';
import { itemsOf } from '../items.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail of an inbound inbox of Mailtrap, verified by its signature. The webhook has no content: each
 * mail is loaded from Mailtrap before your function is called. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, for unknown options, and for a base URL
 * that is not of HTTPS
 */
export const inbound = /* @__PURE__ */ inboundOf('mailtrap', readerFor, { apiKey: 0, baseUrl: 0 });

/** Where the mails of Mailtrap are: on another host than the one that sends. @public */
export interface MailtrapInboundOptions extends InboundOptions {
  /** A token with access to the inbox. @defaultValue MAILTRAP_API_KEY, else EMAIL_API_KEY */
  readonly apiKey?: CredentialInput | undefined;
  /** The origin of the API for inboxes. @defaultValue 'https://mailtrap.io' */
  readonly baseUrl?: string | undefined;
}

const isMail = (event: unknown) => wholeText(event, 'event') === 'inbound.message_received';

/** Loads the answer of an address with the key. */
type Load = (path: string) => Promise<unknown>;

/** docs.mailtrap.io, "Inbound email", "Webhooks"; mailtrap/mailtrap-openapi f96b352, specs of inbound. */
function readerFor({
  apiKey,
  baseUrl = 'https://mailtrap.io',
}: MailtrapInboundOptions): InboundReader<false> {
  const source = credentialFrom(apiKey, fromEnv('MAILTRAP_API_KEY', 'EMAIL_API_KEY'));
  const keys = cachedCredential(source);
  if (!isSafeAddress(baseUrl))
    throw new ConfigurationError({ message: 'baseUrl of inbound() must begin with "https://".' });
  const origin = baseUrl.replace(/\/$/, '');

  async function keyFor({ runtime }: InboundRequests, refused?: Secret): Promise<Secret> {
    const found = await loadCredential(keys, { runtime, refresh: refused !== undefined, refused });
    if (found !== undefined && /^[!-~]+$/.test(found.secret.reveal())) return found.secret;
    throw new CredentialError({
      message: `The key that loads mail is missing, or not of ASCII: ${keys.description}.`,
    });
  }

  return {
    loads: false,
    hasEvents: ({ text }) => !itemsOf(text).every(isMail),
    mails({ text }, requests) {
      const received = itemsOf(text).filter(isMail);
      const load: Load = async (path) => {
        const loadWith = (key: Secret) => download(origin + path, requests, `Bearer ${key.reveal()}`);
        const key = await keyFor(requests);
        const bytes = await loadWith(key).catch(async (error: unknown) => {
          if (!AuthenticationError.isInstance(error)) throw error;
          return loadWith(await keyFor(requests, key));
        });
        return jsonOf({ text: new TextDecoder().decode(bytes) });
      };
      if (received.length === 0) return undefined;
      return received.map((event) => ({
        id: wholeText(event, 'event_id'),
        load: () => read(event, load, requests),
      }));
    },
  };
}

async function read(event: unknown, load: Load, requests: InboundRequests): Promise<ReceivedMail> {
  const [inbox, id] = [ownValue(event, 'inbox_id'), wholeText(event, 'message_id') ?? ''];
  const path = `/api/inbound/inboxes/${encodeURIComponent(`${inbox}`)}/messages/${encodeURIComponent(id)}`;
  const wire = await load(path);
  if (wholeText(wire, 'id') !== id)
    throw new ResponseFormatError({
      message: 'The response of Mailtrap is not the mail of the webhook.',
      issues: [{ path: 'id', message: 'is missing or has another value' }],
      provider: 'mailtrap',
    });
  const headers = ownValue(wire, 'headers');
  // Mailtrap does not say to which address of the inbox the mail was sent.
  const envelope = { from: smtpAddress(wholeText(headers, 'return-path')), to: [] };
  const link = wholeText(wire, 'raw_message_url');
  return link === undefined
    ? { envelope, ...readFields(wire, path, load, requests) }
    : { envelope, raw: await download(link, requests) };
}

function readFields(
  wire: unknown,
  path: string,
  load: Load,
  requests: InboundRequests,
): Partial<ReceivedMail> {
  const joined = (name: string) => textsOf(wire, name).join(', ') || undefined;
  // `headers` has some lines, without those that are fields.
  const own = Object.entries({
    'message-id': wholeText(wire, 'message_id'),
    'in-reply-to': wholeText(wire, 'in_reply_to'),
    references: textsOf(wire, 'references').join(' ') || undefined,
  }).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return {
    headers: [...headersOfObject(ownValue(wire, 'headers')), ...own],
    from: wholeText(wire, 'from'),
    to: joined('to'),
    cc: joined('cc'),
    replyTo: wholeText(wire, 'reply_to'),
    subject: wholeText(wire, 'subject'),
    text: wholeText(wire, 'text_body'),
    html: wholeText(wire, 'html_body'),
    attachments: listOf(wire, 'attachments').map((file, place) => {
      const size = ownValue(file, 'size');
      return toAttachment({
        filename: wholeText(file, 'filename'),
        contentType: wholeText(file, 'content_type'),
        contentId: wholeText(file, 'content_id'),
        disposition: wholeText(file, 'content_disposition'),
        size: typeof size === 'number' ? size : undefined,
        // Links expire: each is asked for when it is needed.
        async content() {
          const fresh = listOf(await load(path), 'attachments')[place];
          return download(wholeText(fresh, 'download_url') ?? '', requests);
        },
      });
    }),
  };
}
