import {
  type Attachment,
  type EmailAddress,
  encodeRecipients,
  messageOptions,
  type PreparedMessage,
  undefinedIfEmpty,
} from '../../driver.ts';
import { encodeHeaders } from './headers.ts';

/** What the REST API and the binding name differently. */
export interface WireNames {
  readonly address: string;
  readonly replyTo: string;
  readonly contentId: string;
  /** The content of a file in the form of the wire. */
  content(file: Attachment): unknown;
}

export function encodeMail(message: PreparedMessage, names: WireNames): Record<string, unknown> {
  const { from, replyTo, subject, html, text, attachments } = message;
  messageOptions(message, 'cloudflare', {});
  const encode = ({ address, name }: EmailAddress) => ({ [names.address]: address, name });
  const encodeFile = (file: Attachment) => ({
    filename: file.filename,
    type: file.contentType,
    content: names.content(file),
    disposition: file.disposition,
    [names.contentId]: file.disposition === 'inline' ? file.contentId : undefined,
  });
  return {
    from: from && encode(from),
    ...encodeRecipients(message, encode),
    [names.replyTo]: replyTo[0] && encode(replyTo[0]),
    subject,
    html,
    text,
    headers: encodeHeaders(message),
    attachments: undefinedIfEmpty(attachments.map(encodeFile)),
  };
}
