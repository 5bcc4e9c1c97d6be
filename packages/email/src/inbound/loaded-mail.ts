import type { InboundRequests } from '../driver/inbound-part.ts';
import { ownValue } from '../model/reader.ts';
import { toAttachment } from './attachment.ts';
import { download } from './download.ts';
import type { ReceivedMail } from './received-mail.ts';
import { headersOfObject, listOf, textsOf, wholeText } from './wire.ts';

/** How the API of a service answers a mail that its webhook only names. */
export interface LoadedMail {
  readonly envelope: ReceivedMail['envelope'];
  /** The link to the mail as it arrived, where there is one. */
  readonly rawLink: string | undefined;
  /** The names of the two contents. @defaultValue text and html */
  readonly contents?: readonly [text: string, html: string];
  /** Further header lines, which the service has as fields. */
  readonly lines?: Readonly<Record<string, string | undefined>>;
  /** The answer with the link to a file. Links expire: each is asked for when it is needed. */
  linkOf(file: unknown, place: number): Promise<unknown>;
}

/** A mail of the API of a service: as it arrived, else of its fields and of links to its files. */
export async function readLoadedMail(
  wire: unknown,
  requests: InboundRequests,
  { envelope, rawLink, contents: [text, html] = ['text', 'html'], lines = {}, linkOf }: LoadedMail,
): Promise<ReceivedMail> {
  if (rawLink !== undefined) return { envelope, raw: await download(rawLink, requests) };
  const joined = (name: string) => textsOf(wire, name).join(', ') || undefined;
  const toFile = (file: unknown, place: number) =>
    toAttachment({
      filename: wholeText(file, 'filename'),
      contentType: wholeText(file, 'content_type'),
      contentId: wholeText(file, 'content_id'),
      disposition: wholeText(file, 'content_disposition'),
      size: ownValue(file, 'size'),
      content: async () => download(wholeText(await linkOf(file, place), 'download_url') ?? '', requests),
    });
  return {
    envelope,
    headers: [...headersOfObject(ownValue(wire, 'headers')), ...headersOfObject(lines)],
    from: wholeText(wire, 'from'),
    to: joined('to'),
    cc: joined('cc'),
    replyTo: joined('reply_to'),
    subject: wholeText(wire, 'subject'),
    text: wholeText(wire, text),
    html: wholeText(wire, html),
    attachments: listOf(wire, 'attachments').map(toFile),
  };
}
