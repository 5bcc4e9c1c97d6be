import { blindCopiesOf, isInline } from '../../message/message-parts.ts';
import type { MailAddress } from '../../message/parse-message.ts';
import { contentOf, outlineOf, type ReceivedMessage } from '../../message/received-message.ts';
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
  /** Addresses, subject, names of attachments, and the words of both parts. */
  readonly text: string;
  readonly attachments: number;
  readonly inlines: number;
}

/** Of each text, so that the index is not larger than the mailbox. */
const maxCharacters = 32 * 1024;
const maxAddresses = 200;

const known = new WeakMap<object, IndexedMessage>();

/** The texts of a message: made in the background after it arrives, or by the first search before that. */
export function indexMessage(message: ReceivedMessage): IndexedMessage {
  const content = contentOf(message);
  const indexed = known.get(content) ?? createIndex(message);
  known.set(content, indexed);
  return indexed;
}

function createIndex(message: ReceivedMessage): IndexedMessage {
  const outline = outlineOf(message);
  const { from, to, cc, replyTo, files, messageId = '' } = outline;
  const inlines = files.filter(isInline).length;
  const words = readWords(outline);
  const addresses = {
    from: joinAddresses(from ? [from] : []),
    to: joinAddresses(to),
    cc: joinAddresses(cc),
    bcc: joinAddresses(blindCopiesOf(message, outline)),
    'reply-to': joinAddresses(replyTo),
  };
  const subject = compact(words.subject);
  const names = files.map(({ filename }) => filename ?? '').join(' ');
  const texts = [...Object.values(addresses), message.envelope.from, subject, names];
  return {
    ...addresses,
    subject,
    'message-id': compact(messageId),
    text: compact([...texts, ...halvesOf(words.visible, words.text)].join(' ')),
    attachments: files.length - inlines,
    inlines,
  };
}

/** Both parts, the longer one cut: at least half of the text is for each. */
function halvesOf(visible: string, text: string): readonly string[] {
  const half = maxCharacters / 2;
  const rest = (other: string) => Math.max(half, maxCharacters - other.length);
  return [visible.slice(0, rest(text)), text.slice(0, rest(visible))];
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
