import { createHash } from 'node:crypto';
import { convertHtmlToText } from '../message/html-to-text.ts';
import { isInline } from '../message/message-parts.ts';
import type { MailAttachment, ParsedMessage } from '../message/parse-message.ts';
import type { ReceivedMessage } from '../message/received-message.ts';
import { readListUnsubscribe } from './list-unsubscribe.ts';
import { toSummary } from './summary.ts';

/** One message as Mailpit describes it. */
export function toDetail(message: ReceivedMessage) {
  const { envelope, parsed } = message;
  const { ID, MessageID, From, To, Cc, Bcc, ReplyTo, Subject, Tags, Username, Size } = toSummary(message);
  const parts = parsed.attachments.map((part, index) => ({ part, shown: toPart(part, index) }));
  return {
    ...{ ID, MessageID, From, To, Cc, Bcc, ReplyTo },
    ReturnPath: envelope.from || From.Address,
    ...{ Subject, Tags, Username, Size },
    ListUnsubscribe: readListUnsubscribe(parsed),
    Date: dateOf(message).toISOString(),
    Text: textOf(parsed),
    HTML: parsed.html ?? '',
    Inline: parts.filter(({ part }) => isInline(part)).map(({ shown }) => shown),
    Attachments: parts.filter(({ part }) => !isInline(part)).map(({ shown }) => shown),
  };
}

/** A message without plain text has the text of its HTML. */
export function textOf({ text, html = '' }: ParsedMessage): string {
  return text ?? convertHtmlToText(html.slice(0, 1024 * 1024));
}

function dateOf({ parsed, receivedAt }: ReceivedMessage): Date {
  const date = new Date(parsed.headers.find(({ name }) => name === 'date')?.value ?? '');
  return Number.isNaN(Number(date)) ? receivedAt : date;
}

/** The id of a part is its number, counted from 1. */
export function findPart({ parsed }: ReceivedMessage, partId: string): MailAttachment | undefined {
  return /^[1-9]\d{0,3}$/.test(partId) ? parsed.attachments[Number(partId) - 1] : undefined;
}

function toPart(part: MailAttachment, index: number) {
  const { filename, contentId = '', contentType, content } = part;
  const hash = (name: string) => createHash(name).update(content).digest('hex');
  return {
    PartID: String(index + 1),
    FileName: filename ?? contentId,
    ContentType: contentType,
    ContentID: contentId,
    Size: content.byteLength,
    Checksums: { MD5: hash('md5'), SHA1: hash('sha1'), SHA256: hash('sha256') },
  };
}

/** Header values by name, in the spelling of Go's HTTP library: `Message-Id`. */
export function toHeaders({ headers }: ParsedMessage): Readonly<Record<string, readonly string[]>> {
  const byName = new Map<string, string[]>();
  for (const { name, value } of headers) {
    const spelled = name
      .split('-')
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
      .join('-');
    byName.set(spelled, [...(byName.get(spelled) ?? []), value]);
  }
  return Object.fromEntries([...byName].sort(([a], [b]) => (a < b ? -1 : 1)));
}
