import { blindCopiesOf, isInline } from '../../message/message-parts.ts';
import type { MailAddress, ParsedMessage } from '../../message/parse-message.ts';
import type { ReceivedMessage } from '../../message/received-message.ts';
import { readWords } from '../../message/words.ts';
import { cleanText } from './query.ts';

/** The lower-case texts of a message. */
export interface IndexedMessage {
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly 'reply-to': string;
  readonly subject: string;
  readonly 'message-id': string;
  /** Addresses, subject, body and names of attachments. Made when a search first needs it. */
  readonly text: string;
  readonly attachments: number;
  readonly inlines: number;
}

/** Of each text, so that the index is not larger than the mailbox. */
const maxCharacters = 32 * 1024;
const maxAddresses = 200;

const known = new WeakMap<ParsedMessage, IndexedMessage>();

/** The texts of a message, made by the first search. */
export function indexMessage(message: ReceivedMessage): IndexedMessage {
  const indexed = known.get(message.parsed) ?? createIndex(message);
  known.set(message.parsed, indexed);
  return indexed;
}

function createIndex(message: ReceivedMessage): IndexedMessage {
  const { envelope, parsed } = message;
  const bcc = blindCopiesOf(message);
  const inlines = parsed.attachments.filter(isInline).length;
  const addresses = {
    from: joinAddresses(parsed.from ? [parsed.from] : []),
    to: joinAddresses(parsed.to),
    cc: joinAddresses(parsed.cc),
    bcc: joinAddresses(bcc),
    'reply-to': joinAddresses(parsed.replyTo),
  };
  const subject = compact(parsed.subject ?? '');
  let text: string | undefined;
  return {
    ...addresses,
    subject,
    'message-id': compact(parsed.messageId ?? ''),
    get text() {
      const names = parsed.attachments.map(({ filename }) => filename ?? '').join(' ');
      text ??= compact(
        [...Object.values(addresses), envelope.from, subject, names, bodyOf(parsed)].join(' '),
      );
      return text;
    },
    attachments: parsed.attachments.length - inlines,
    inlines,
  };
}

/** The words of both parts: a reader sees one of them. */
function bodyOf(parsed: ParsedMessage): string {
  const { visible, text } = readWords(parsed);
  return `${text.slice(0, maxCharacters / 2)} ${visible}`;
}

function joinAddresses(addresses: readonly MailAddress[]): string {
  return compact(
    addresses
      .slice(0, maxAddresses)
      .map(({ name, address }) => `${name} ${address}`)
      .join(' '),
  );
}

function compact(text: string): string {
  return cleanText(text.slice(0, maxCharacters));
}
