import type { MailOutline } from '../../message/message-outline.ts';
import { blindCopiesOf, isInline } from '../../message/message-parts.ts';
import type { MailAddress } from '../../message/parse-message.ts';
import { contentOf, outlineOf, type ReceivedMessage } from '../../message/received-message.ts';
import { readWords } from '../../message/words.ts';
import { cleanText } from './query.ts';

/** The lower-case texts of the fields of a message. */
export interface IndexedFields {
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly 'reply-to': string;
  readonly subject: string;
  readonly 'message-id': string;
  readonly attachments: number;
  readonly inlines: number;
}

/** Of each text, so that the index is not larger than the mailbox. */
const maxCharacters = 32 * 1024;
const maxAddresses = 200;

const knownFields = new WeakMap<object, IndexedFields>();
const knownTexts = new WeakMap<object, string>();

/** Indexes a message in the background after it arrives. A search before that reads what it needs. */
export function indexMessage(message: ReceivedMessage): void {
  textOf(message);
}

/** The fields of a message. They take a fraction of the time that its words take. */
export function fieldsOf(message: ReceivedMessage): IndexedFields {
  const content = contentOf(message);
  const fields = knownFields.get(content) ?? readFields(message, outlineOf(message));
  knownFields.set(content, fields);
  return fields;
}

/** Addresses, subject, names of attachments, and the words of both parts, in lower case. */
export function textOf(message: ReceivedMessage): string {
  const content = contentOf(message);
  const known = knownTexts.get(content);
  if (known !== undefined) return known;
  const outline = outlineOf(message);
  const fields = knownFields.get(content) ?? readFields(message, outline);
  const text = readText(message, outline, fields);
  knownFields.set(content, fields);
  knownTexts.set(content, text);
  return text;
}

function readFields(message: ReceivedMessage, outline: MailOutline): IndexedFields {
  const { from, to, cc, replyTo, files, subject = '', messageId = '' } = outline;
  const inlines = files.filter(isInline).length;
  return {
    from: joinAddresses(from ? [from] : []),
    to: joinAddresses(to),
    cc: joinAddresses(cc),
    bcc: joinAddresses(blindCopiesOf(message, outline)),
    'reply-to': joinAddresses(replyTo),
    subject: compact(subject),
    'message-id': compact(messageId),
    attachments: files.length - inlines,
    inlines,
  };
}

function readText(message: ReceivedMessage, outline: MailOutline, fields: IndexedFields): string {
  const { from, to, cc, bcc, 'reply-to': replyTo, subject } = fields;
  const names = outline.files.map(({ filename }) => filename ?? '').join(' ');
  const { visible, text } = readWords(outline);
  const texts = [from, to, cc, bcc, replyTo, message.envelope.from, subject, names];
  return compact([...texts, ...halvesOf(visible, text)].join(' '));
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
