import type { OptionRule } from '@org/core/basics';
import { isRecord } from '@org/core/driver';
import type { Composition } from './compose-message.ts';
import { MessageContent } from './message-content.ts';
import { type MailOutline, outlineParsed } from './message-outline.ts';
import type { ParsedMessage } from './parse-message.ts';
import { readTags } from './tags.ts';

/** The parts of a message that an HTTP API has beside the mail. */
export interface MessageLabels {
  /** The service that accepted it: `resend`. */
  readonly service: string;
  /** As texts: `name`, or `name:value`. */
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The switches in the request. */
  readonly tracking?: { readonly opens?: boolean; readonly clicks?: boolean } | undefined;
  /** The stream, topic or group. */
  readonly stream?: string | undefined;
}

/** A message received over an HTTP API or SMTP. A change of its tags or read state makes a new object. */
export interface ReceivedMessage {
  /** The id in the response to the sender. */
  readonly id: string;
  readonly receivedAt: Date;
  readonly via: 'api' | 'smtp';
  /** Sender and recipients of the transport, which may differ from the headers. */
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  /** The bytes of the message. Those of an HTTP API are composed at the first reading. */
  readonly raw: Uint8Array;
  /** Parsed at the first reading. */
  readonly parsed: ParsedMessage;
  /** Of the HTTP APIs. */
  readonly labels?: MessageLabels | undefined;
  /** The name of the SMTP login, or of Mailpit's send route. */
  readonly username?: string | undefined;
  /** From the header `X-Tags`, plus addresses (`bob+tag@…`), the HTTP API's tags, and `setTags()`. Sorted. */
  readonly tags: readonly string[];
  /** Whether it was opened on the page, or read by Mailpit's API. */
  readonly isRead: boolean;
}

/** The parts of a new message. */
export type Delivery = Pick<ReceivedMessage, 'id' | 'via' | 'envelope' | 'raw' | 'labels' | 'username'>;

/** A delivery, also one whose message is not composed yet. */
export interface Arrival extends Omit<Delivery, 'raw'> {
  readonly raw: Uint8Array | Composition;
}

/** A change of a mailbox. */
export type MailboxChange =
  | { readonly kind: 'new' | 'tags' | 'read'; readonly message: ReceivedMessage }
  /** Removed one by one or all at once, dropped because the mailbox was full, or put back. */
  | {
      readonly kind: 'removed' | 'cleared' | 'dropped' | 'restored';
      readonly messages: readonly ReceivedMessage[];
    };

const contents = new WeakMap<ReceivedMessage, MessageContent>();

/** A message at the instant of its reception, or as it was then. */
export function createMessage(
  { raw, ...delivery }: Arrival,
  state: Pick<ReceivedMessage, 'receivedAt' | 'isRead'> & { readonly tags?: readonly string[] },
): ReceivedMessage {
  return openMessage({ ...delivery, ...state }, new MessageContent(raw));
}

/** The message with other tags, or read. Its content is the same. */
export function changeMessage(
  message: ReceivedMessage,
  change: Partial<Pick<ReceivedMessage, 'tags' | 'isRead'>>,
): ReceivedMessage {
  const content = contents.get(message);
  if (content === undefined) return { ...message, ...change };
  const { id, receivedAt, via, envelope, labels, username, isRead } = message;
  const tags = change.tags ?? message.tags;
  return openMessage({ id, receivedAt, via, envelope, labels, username, isRead, ...change, tags }, content);
}

/** The bytes of a message; an estimate until it is composed. */
export function sizeOf(message: ReceivedMessage): number {
  return contents.get(message)?.size ?? message.raw.byteLength;
}

/** A message is an argument of functions in tests, where the wait for it is easily forgotten. */
export const messageRule: OptionRule = ['a message', (value) => isRecord(Object(value).parsed)];

/** Whether a message has at most `maxBytes`. It is composed only if it is near the limit. */
export function hasAtMost(message: ReceivedMessage, maxBytes: number): boolean {
  return contents.get(message)?.isWithin(maxBytes) ?? message.raw.byteLength <= maxBytes;
}

/** The words of a message and the names of its files; what is read for it is not kept. */
export function outlineOf(message: ReceivedMessage): MailOutline {
  return contents.get(message)?.outline ?? outlineParsed(message.parsed);
}

/** The same object for a message and its changes, which have the same content. */
export function contentOf(message: ReceivedMessage): object {
  return contents.get(message) ?? message.parsed;
}

/** About the bytes that a message holds when it is read. */
export function heldBytesOf(message: ReceivedMessage): number {
  const { labels } = message;
  const labelled = labels === undefined ? 0 : JSON.stringify(labels).length;
  return labelled + (contents.get(message)?.heldBytes ?? 2 * message.raw.byteLength);
}

type Known = Omit<ReceivedMessage, 'raw' | 'parsed' | 'tags'> & { readonly tags?: readonly string[] };

function openMessage(known: Known, content: MessageContent): ReceivedMessage {
  let { tags } = known;
  const message: ReceivedMessage = {
    ...known,
    get raw() {
      return content.raw;
    },
    get parsed() {
      return content.parsed;
    },
    get tags() {
      tags ??= readTags(known, content.tagged);
      return tags;
    },
  };
  contents.set(message, content);
  return message;
}
