import type { InvalidInputError, Issue } from '@org/core';
import { isRecord, wrongKind } from '@org/core/driver';
import type { EmailAddress } from '../address.ts';
import type { AttachmentDraft } from '../attachment.ts';
import { type Field, type FieldName, type FieldValues, fields } from '../fields.ts';
import { foreignWords } from '../foreign-words.ts';
import { reportRepeatedHeaders } from '../headers.ts';
import { memberPath } from '../member-path.ts';
import type { EmailMessage, PreparedMessage } from '../message.ts';
import { inputError, type Report, reportUnknown } from '../reader.ts';

/** A message as it was read, a copy of what the caller gave. Some of its content may be read later. */
export interface MessageDraft {
  readonly message: Omit<PreparedMessage, 'attachments'> & {
    readonly attachments: readonly AttachmentDraft[];
  };
  /** The fields that are given, in the order of their rows. */
  readonly given: readonly FieldName[];
  /** For the client's `render`. */
  readonly content: unknown;
  /** Has it content to render, or attachments to open? */
  readonly isLate: boolean;
  /** The text is to be made from the HTML. */
  readonly isTextMade: boolean;
}

/** The value of `text` that asks for a text made from the HTML. */
const fromHtml = 'from-html';

const failure = 'The message cannot be sent';

const rows = new Map(Object.entries<Field<unknown>>(fields));
const fieldNames = Object.keys(fields) as readonly FieldName[];
const empty = Object.fromEntries([...rows].map(([name, row]) => [name, row.empty])) as FieldValues;

/**
 * Reads a message once, and copies it to the one form that drivers see.
 *
 * @throws InvalidInputError with an issue, and its path, for every problem
 */
export function readMessage(input: EmailMessage): MessageDraft {
  const issues: Issue[] = [];
  const report: Report = (path, message) => void issues.push({ path, message });
  const given = new Map<string, unknown>();
  const read: { [name: string]: unknown } = { ...empty };
  if (!isRecord(input)) throw wrongShape(input);
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const row = rows.get(name);
    if (row === undefined) reportUnknown(memberPath('', name), name, fieldNames, report, wordsOfFields());
    else read[name] = row.read(value, name, report) ?? row.empty;
    given.set(name, value);
  }
  requireFields(given, report);
  const draft = toDraft(read as unknown as FieldValues, given, report);
  if (issues.length > 0) throw inputError(failure, issues);
  return draft;
}

/** {@link readMessage} of a message whose parts are all there. */
export function prepareMessage(input: EmailMessage): PreparedMessage {
  return readMessage(input).message as PreparedMessage;
}

/** A name or a value of something else would be a riddle. */
function wrongShape(input: unknown): InvalidInputError {
  const lists = Array.isArray(input) ? ': sendEach() and sendBatch() take lists' : '';
  const message = `must be an object, { from, to, subject, text }, not ${wrongKind(input)}${lists}`;
  return inputError(failure, [{ path: '', message }]);
}

/** Other SDKs' words for the fields. */
export function wordsOfFields(): typeof foreignWords {
  const own = [...rows].flatMap(([name, row]) => row.words.map((word) => [word, name] as const));
  return { ...Object.fromEntries(own), ...foreignWords };
}

function toDraft(
  { priority, listUnsubscribe, recipientVisibility, content, ...read }: FieldValues,
  given: Map<string, unknown>,
  report: Report,
): MessageDraft {
  const headers = [...read.headers, ...(priority ?? []), ...(listUnsubscribe ?? [])];
  if (headers.length > 1) reportRepeatedHeaders(headers, report);
  const hasCopies = read.cc.length + read.bcc.length > 0;
  const visibility = recipientVisibility ?? (hasCopies ? 'shared' : 'individual');
  if (visibility === 'individual' && hasCopies)
    report('recipientVisibility', "cannot be 'individual' with `cc` or `bcc`");
  const isTextMade = read.text === fromHtml && !given.has('template');
  const message = {
    ...read,
    ...(read.to.length + read.cc.length + read.bcc.length > 1 && withDistinctRecipients(read)),
    ...(isTextMade && { text: undefined }),
    headers,
    visibility,
  };
  const isFile = read.attachments.length > 0 && given.has('html') !== given.has('text');
  for (const name of ['html', 'text'] as const)
    if (read[name] === '' && !isFile) report(name, 'must not be empty');
  if (headers.length > 0) given.set('headers', headers);
  // Copies may become mails of their own.
  given.set('to', message.to);
  return {
    message,
    given: fieldNames.filter((name) => given.has(name)),
    content,
    isLate: content !== undefined || read.attachments.some((file) => !(file.content instanceof Uint8Array)),
    isTextMade,
  };
}

/** What a finished message contains already. */
const inRaw = [
  'subject',
  'html',
  'text',
  'content',
  'template',
  'replyTo',
  'sender',
  'messageId',
  'date',
  'alternatives',
  'headers',
  'attachments',
  'priority',
  'listUnsubscribe',
] as const;

/** A template may bring sender, subject and content; `content` brings HTML and text. */
function requireFields(given: ReadonlyMap<string, unknown>, report: Report): void {
  const requireGiven = (...names: readonly string[]) => {
    for (const name of names) if (!given.has(name)) report(name, 'is missing');
  };
  const hasTemplate = given.has('template');
  const hasContent = given.has('content');
  if (given.has('raw')) {
    requireGiven('from');
    for (const name of inRaw) if (given.has(name)) report(name, 'is not possible together with `raw`');
  } else {
    if (!hasTemplate) requireGiven('from', 'subject');
    if (!hasTemplate && !hasContent && !given.has('html') && !given.has('text'))
      report('html', 'is missing, and so are `text` and `template`');
    if (given.get('text') === fromHtml && !given.has('html') && !hasContent)
      report('text', "cannot be made: 'from-html' needs `html`");
    // The services drop it, or send the template's own.
    if (hasTemplate && given.has('text')) report('text', 'is not possible together with `template`');
    const other = ['html', 'text', 'template'].find(
      (name) => ![undefined, fromHtml].includes(given.get(name) as undefined),
    );
    if (hasContent && other !== undefined) report('content', `cannot be combined with \`${other}\``);
  }
  if (['to', 'cc', 'bcc'].every((name) => countOf(given.get(name)) === 0))
    report(
      'to',
      given.has('to') ? 'must have at least one recipient' : 'is missing, and so are `cc` and `bcc`',
    );
}

/** How many addresses are given; one that is not valid counts. */
function countOf(addresses: unknown): number {
  if (Array.isArray(addresses)) return addresses.length;
  return addresses === undefined ? 0 : 1;
}

type Recipients = Pick<PreparedMessage, 'to' | 'cc' | 'bcc'>;

/**
 * Keeps the first mention of each mailbox. The part before the @ counts as written: its case may matter (RFC
 * 5321, section 2.4).
 */
function withDistinctRecipients({ to, cc, bcc }: Recipients): Recipients {
  const mentioned = new Set<string>();
  const isNew = ({ address }: EmailAddress) => mentioned.size < mentioned.add(address).size;
  return { to: to.filter(isNew), cc: cc.filter(isNew), bcc: bcc.filter(isNew) };
}
