import type { ReceivedMail } from '@org/email/testing';
import type { MailAttachment, ParsedMessage } from '../../src/mail/message/parse-message.ts';
import type { MailService } from '../../src/mail/service/service.ts';

/** The mailbox in the form of the contract suite. */
export function readMailbox({ mailbox }: Pick<MailService, 'mailbox'>): ReceivedMail[] {
  return mailbox.list().map(({ envelope, parsed, raw, labels }) => ({
    envelope,
    ...contentOf(parsed, raw),
    tags: labels?.tags,
    metadata: labels?.metadata,
    tracking: labels?.tracking,
    stream: labels?.stream,
  }));
}

/** The parts of a message that are in its bytes. */
export function contentOf(parsed: ParsedMessage, raw: Uint8Array) {
  return {
    subject: parsed.subject,
    html: parsed.html,
    text: parsed.text,
    headers: readHeaders(raw),
    attachments: parsed.attachments
      .filter((part) => !isAlternative(part))
      .map(({ filename, content, contentId }) => ({ filename: filename ?? '', content, contentId })),
    alternatives: parsed.attachments.filter(isAlternative).map(({ contentType, content }) => ({
      contentType,
      // The parser turns the line breaks of a text into LF.
      content: new TextDecoder().decode(content).replace(/\r?\n/g, '\r\n'),
    })),
  };
}

/** A part of multipart/alternative is not a file. */
function isAlternative({ filename, disposition }: MailAttachment): boolean {
  return filename === undefined && disposition === undefined;
}

function readHeaders(raw: Uint8Array): Map<string, string> {
  const [head = ''] = new TextDecoder().decode(raw).split('\r\n\r\n');
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}
