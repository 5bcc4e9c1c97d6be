import {
  type EmailAddress,
  encodeFiles,
  encodeRecipients,
  messageOptions,
  type PreparedMessage,
} from '../../driver.ts';
import { encodeHeaders } from './headers.ts';

/** What the REST API and the binding name differently. */
export interface WireNames {
  readonly address: string;
  readonly replyTo: string;
  readonly contentId: string;
  /** The content of a file, where it is not base64. */
  readonly content?: (content: Uint8Array) => unknown;
}

export function encodeMail(message: PreparedMessage, names: WireNames): Record<string, unknown> {
  const { from, replyTo, subject, html, text, attachments } = message;
  messageOptions(message, 'cloudflare', {});
  const encode = ({ address, name }: EmailAddress) => ({ [names.address]: address, name });
  const fileNames = { ...files, contentId: names.contentId };
  return {
    from: from && encode(from),
    ...encodeRecipients(message, encode),
    [names.replyTo]: replyTo[0] && encode(replyTo[0]),
    subject,
    html,
    text,
    headers: encodeHeaders(message),
    attachments: encodeFiles(attachments, fileNames, names.content),
  };
}

const files = { filename: 'filename', contentType: 'type', content: 'content', disposition: 'disposition' };
