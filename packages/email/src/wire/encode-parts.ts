import type { EmailAddress } from '../model/address.ts';
import type { Attachment } from '../model/attachment.ts';
import { encodeBase64 } from '../model/base64.ts';
import type { PreparedMessage } from '../model/message.ts';
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
 * @example
 * const attachments = encodeFiles(prepared.attachments, { filename: 'name', content: 'data' });
 */
export function encodeFiles(
  files: readonly Attachment[],
  names: Readonly<Partial<Record<FileField, string>>>,
): readonly Readonly<Record<string, unknown>>[] | undefined {
  const encode = (file: Attachment) => {
    const contentId = file.disposition === 'inline' ? file.contentId : undefined;
    const values = { ...file, contentId, content: encodeBase64(file.content) };
    return Object.fromEntries(
      Object.entries(names).map(([field, name]) => [name, values[field as FileField]]),
    );
  };
  return undefinedIfEmpty(files.map(encode));
}

/**
 * For a service that has inline files apart, as images alone: the files, and the inline images.
 *
 * @throws UnsupportedError for another inline file
 */
export function splitImages(
  provider: string,
  attachments: readonly Attachment[],
): { readonly files: readonly Attachment[]; readonly images: readonly Attachment[] } {
  const isInline = ({ disposition }: Attachment) => disposition === 'inline';
  const wrong = attachments.findIndex((file) => isInline(file) && !/^image\//i.test(file.contentType));
  if (wrong !== -1)
    throw cannotCarry(provider, `attachments[${wrong}].contentType`, 'must be an image for an inline file');
  return { files: attachments.filter((file) => !isInline(file)), images: attachments.filter(isInline) };
}

/** ISO 8601 in whole seconds, never before the instant: `2030-01-02T03:04:05Z`. */
export function isoSeconds(at: Date): string {
  return new Date(Math.ceil(at.getTime() / 1_000) * 1_000).toISOString().replace('.000Z', 'Z');
}
