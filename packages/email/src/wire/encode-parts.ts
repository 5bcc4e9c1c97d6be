import { type EmailAddress, formatMailbox } from '../model/address.ts';
import type { Attachment } from '../model/attachment.ts';
import { encodeBase64 } from '../model/base64.ts';
import type { PreparedMessage } from '../model/message.ts';
import { type Tag, tagText } from '../model/message-parts.ts';
import { undefinedIfEmpty } from './filled.ts';
import { cannotCarry } from './refusals.ts';

/** The recipients of a message in the form of a service, without empty lists. @public */
export interface EncodedRecipients<Wire> {
  readonly to: readonly Wire[] | undefined;
  readonly cc: readonly Wire[] | undefined;
  readonly bcc: readonly Wire[] | undefined;
}

/**
 * `to`, `cc` and `bcc` in the form of a service. @public
 *
 * @example
 * const { to, cc, bcc } = encodeRecipients(prepared, ({ address, name }) => ({ email: address, name }));
 */
export function encodeRecipients<Wire>(
  { to, cc, bcc }: Pick<PreparedMessage, 'to' | 'cc' | 'bcc'>,
  encode: (mailbox: EmailAddress) => Wire,
): EncodedRecipients<Wire> {
  const list = (mailboxes: readonly EmailAddress[]) => undefinedIfEmpty(mailboxes.map(encode));
  return { to: list(to), cc: list(cc), bcc: list(bcc) };
}

type FileField = 'filename' | 'contentType' | 'content' | 'disposition' | 'contentId';

/**
 * Files with the names that a service has for their fields. The content is base64, and only an inline file
 * has a content id. `undefined` without files. @public
 *
 * @param encodeContent - where the content is not base64
 * @example
 * const attachments = encodeFiles(prepared.attachments, { filename: 'name', content: 'data' });
 */
export function encodeFiles(
  files: readonly Attachment[],
  names: Readonly<Partial<Record<FileField, string>>>,
  encodeContent: (content: Uint8Array) => unknown = encodeBase64,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  const encode = (file: Attachment) => {
    const contentId = file.disposition === 'inline' ? file.contentId : undefined;
    const values = { ...file, contentId, content: encodeContent(file.content) };
    return Object.fromEntries(
      Object.entries(names).map(([field, name]) => [name, values[field as FileField]]),
    );
  };
  return undefinedIfEmpty(files.map(encode));
}

/**
 * The files, and apart from them the inline images, which have their content id as their name. @public
 *
 * @param content - the name of the content, which is base64
 * @throws UnsupportedError for another inline file
 */
export function encodeFilesApart(
  provider: string,
  attachments: readonly Attachment[],
  content: string,
): Readonly<Record<'files' | 'images', ReturnType<typeof encodeFiles>>> {
  const isInline = ({ disposition }: Attachment) => disposition === 'inline';
  const wrong = attachments.findIndex((file) => isInline(file) && !/^image\//i.test(file.contentType));
  if (wrong !== -1)
    throw cannotCarry(provider, `attachments[${wrong}].contentType`, 'must be an image for an inline file');
  const files = attachments.filter((file) => !isInline(file));
  const names = { contentType: 'type', content };
  return {
    files: encodeFiles(files, { ...names, filename: 'name' }),
    images: encodeFiles(attachments.filter(isInline), { ...names, contentId: 'name' }),
  };
}

/**
 * Tags as texts; `undefined` without one. @public
 *
 * @param problem - of a tag that is not allowed, in words that follow its path
 * @throws UnsupportedError for such a tag
 */
export function encodeTags(
  provider: string,
  tags: readonly Tag[],
  isAllowed: (text: string) => boolean,
  problem: string,
): readonly string[] | undefined {
  const texts = tags.map(tagText);
  const wrong = texts.findIndex((text) => !isAllowed(text));
  if (wrong !== -1) throw cannotCarry(provider, `tags[${wrong}]`, problem);
  return undefinedIfEmpty(texts);
}

/** Mailboxes as the value of a header; `undefined` without one. @public */
export function formatMailboxes(mailboxes: readonly EmailAddress[]): string | undefined {
  return mailboxes.map(formatMailbox).join(', ') || undefined;
}

/** ISO 8601 in whole seconds, never before the instant: `2030-01-02T03:04:05Z`. */
export function isoSeconds(at: Date): string {
  return new Date(Math.ceil(at.getTime() / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}
