import {
  findUnsafeText,
  listOf,
  type Reader,
  readFields,
  readLine,
  requireFields,
  textWithout,
} from '../../driver.ts';

/** Options of a message for Resend only: `providerOptions: { resend: { … } }`. @public */
export interface ResendMessageOptions {
  /** Files that Resend downloads itself when it sends. */
  readonly remoteAttachments?: readonly ResendRemoteAttachment[] | undefined;
}

/** A file at a public address. @public */
export interface ResendRemoteAttachment {
  /** An `https:` address that Resend can reach. */
  readonly url: string;
  /** As the receiver sees it. */
  readonly filename: string;
  /** @defaultValue by the file name's extension */
  readonly contentType?: string | undefined;
  /** Makes it inline: the name that `cid:` refers to. */
  readonly contentId?: string | undefined;
}

const fields = {
  url: textWithout((url) =>
    /^https:\/\//i.test(url) && URL.canParse(url) ? undefined : 'must be an https: URL',
  ),
  filename: textWithout((name) => (name.trim() === '' ? 'must not be blank' : findUnsafeText(name))),
  contentType: readLine,
  contentId: readLine,
};

const readRemoteAttachment: Reader<ResendRemoteAttachment> = (input, path, report) => {
  requireFields(input, ['url', 'filename'], path, report);
  return readFields(input, fields, path, report) as ResendRemoteAttachment;
};

export const optionReaders = { remoteAttachments: listOf(readRemoteAttachment) };
