import { ResponseFormatError } from '@org/core';
import { ownValue } from '../../../driver.ts';
import {
  type InboundReader,
  type InboundRequests,
  inboundOf,
  listOf,
  readLoadedMail,
  smtpAddress,
  textsOf,
  wholeText,
} from '../../../inbound/kit.ts';
import { itemsOf } from '../items.ts';
import { type KeyedApiOptions, keyedApi } from './keyed-api.ts';

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
export interface MailtrapInboundOptions extends KeyedApiOptions {
  /** A token with access to the inbox. @defaultValue MAILTRAP_API_KEY, else EMAIL_API_KEY */
  readonly apiKey?: KeyedApiOptions['apiKey'];
  /** The origin of the API for inboxes. @defaultValue 'https://mailtrap.io' */
  readonly baseUrl?: string | undefined;
}

const isMail = (event: unknown) => wholeText(event, 'event') === 'inbound.message_received';

/** docs.mailtrap.io, "Inbound email", "Webhooks"; mailtrap/mailtrap-openapi f96b352, specs of inbound. */
function readerFor(options: MailtrapInboundOptions): InboundReader<false> {
  const load = keyedApi(options, 'https://mailtrap.io', 'MAILTRAP_API_KEY');
  return {
    loads: false,
    hasEvents: ({ text }) => !itemsOf(text).every(isMail),
    mails({ text }, requests) {
      const received = itemsOf(text).filter(isMail);
      if (received.length === 0) return undefined;
      return received.map((event) => ({
        id: wholeText(event, 'event_id'),
        load: () => read(event, (path) => load(path, requests), requests),
      }));
    },
  };
}

async function read(event: unknown, load: (path: string) => Promise<unknown>, requests: InboundRequests) {
  const [inbox, id] = [ownValue(event, 'inbox_id'), wholeText(event, 'message_id') ?? ''];
  const path = `/api/inbound/inboxes/${encodeURIComponent(`${inbox}`)}/messages/${encodeURIComponent(id)}`;
  const wire = await load(path);
  if (wholeText(wire, 'id') !== id)
    throw new ResponseFormatError({
      message: 'The response of Mailtrap is not the mail of the webhook.',
      issues: [{ path: 'id', message: 'is missing or has another value' }],
      provider: 'mailtrap',
    });
  return readLoadedMail(wire, requests, {
    // Mailtrap does not say to which address of the inbox the mail was sent.
    envelope: { from: smtpAddress(wholeText(ownValue(wire, 'headers'), 'return-path')), to: [] },
    rawLink: wholeText(wire, 'raw_message_url'),
    contents: ['text_body', 'html_body'],
    // `headers` has some lines, without those that are fields.
    lines: {
      'message-id': wholeText(wire, 'message_id'),
      'in-reply-to': wholeText(wire, 'in_reply_to'),
      references: textsOf(wire, 'references').join(' ') || undefined,
    },
    linkOf: async (_file, place) => listOf(await load(path), 'attachments')[place],
  });
}
