import { type Composition, messageIdOf, prepareMessage } from './compose-message.ts';
import {
  describeFile,
  type MailAddress,
  type MailFile,
  outlineMessage,
  type ParsedMessage,
} from './parse-message.ts';

/** The parts of a message that have words. */
export interface MailOutline
  extends Pick<ParsedMessage, 'from' | 'to' | 'cc' | 'replyTo' | 'subject' | 'messageId' | 'html' | 'text'> {
  readonly files: readonly MailFile[];
}

export function outlineParsed({ attachments, ...message }: ParsedMessage): MailOutline {
  return { ...message, files: attachments };
}

export function outlineRaw(raw: Uint8Array): MailOutline {
  const { files, ...message } = outlineMessage(raw);
  return { ...message, files: files.map(describeFile) };
}

/** What a parser would find in the message; `undefined` where that depends on how it is written. */
export function outlineComposition(composition: Composition): MailOutline | undefined {
  const {
    from,
    to,
    cc,
    replyTo,
    subject,
    html,
    text,
    alternatives = [],
    attachments,
  } = prepareMessage(composition);
  const others = alternatives.map(({ contentType }) => ({
    contentType,
    disposition: 'alternative' as const,
  }));
  const isText = [...others, ...attachments].some(
    ({ contentType = '', disposition }) =>
      disposition !== 'attachment' && /^text\/(?:plain|html)\b/i.test(contentType),
  );
  return isText
    ? undefined
    : {
        from: from && toAddress(from),
        to: to.map(toAddress),
        cc: cc.map(toAddress),
        replyTo: replyTo.map(toAddress),
        subject,
        messageId: messageIdOf(composition),
        html,
        text,
        files: [
          ...others.map(({ contentType }) => ({
            filename: undefined,
            contentType,
            disposition: undefined,
            contentId: undefined,
          })),
          ...attachments.map(({ filename, contentType = '', disposition, contentId }) => ({
            filename,
            contentType,
            disposition,
            contentId,
          })),
        ],
      };
}

function toAddress({
  name = '',
  address,
}: {
  readonly name?: string | undefined;
  readonly address: string;
}): MailAddress {
  return { name, address };
}
