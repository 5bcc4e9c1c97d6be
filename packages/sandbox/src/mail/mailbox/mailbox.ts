import { createFailureLog } from '../../failures.ts';
import {
  type Arrival,
  changeMessage,
  createMessage,
  type Delivery,
  type MailboxChange,
  type ReceivedMessage,
} from '../message/received-message.ts';
import { cleanTags } from '../message/tags.ts';
import { createMessageTable, type MailboxLimits } from './message-table.ts';
import { createBackgroundIndex } from './search/background-index.ts';
import { type SearchOptions, searchMessages } from './search/search.ts';
import { type Waitable, type WaitOptions, type WantedMessage, waitForMessage } from './wait-for-message.ts';

export type { Delivery, MailboxChange, MessageLabels, ReceivedMessage } from '../message/received-message.ts';
export type { MailboxLimits } from './message-table.ts';
export type { SearchOptions } from './search/search.ts';
export type { WaitOptions } from './wait-for-message.ts';

/** The received mail, newest last, in memory. When the mailbox is full, the oldest message is dropped. */
export interface Mailbox {
  /** Puts a message in, as if it had been received now. */
  deliver(delivery: Delivery): Promise<ReceivedMessage>;
  list(): readonly ReceivedMessage[];
  get(id: string): ReceivedMessage | undefined;
  clear(): void;
  /** Removes messages. Returns those that were there. */
  remove(ids: readonly string[]): readonly ReceivedMessage[];
  /** Puts removed messages back, by their time. */
  restore(messages: readonly ReceivedMessage[]): void;
  /**
   * The messages that match, newest first, in Mailpit's search language: `from:ann subject:"your code"
   * has:attachment -tag:draft after:2026-01-31`. All terms must match; letter case does not matter.
   */
  search(query: string, options?: SearchOptions): readonly ReceivedMessage[];
  /** Replaces the tags of messages. Characters other than letters, digits and `- _ . @` become spaces. */
  setTags(ids: readonly string[], tags: readonly string[]): void;
  setRead(ids: readonly string[], isRead: boolean): void;
  /**
   * Resolves with the first message that matches, now or later: `waitFor({ to: 'bob@example.com' })`.
   *
   * @throws {ConfigurationError} for an unknown condition
   * @throws {Error} after `timeoutMs`, with the messages that did arrive or were not delivered, or when the
   *   mailbox closes
   * @throws the signal's reason on abort
   */
  waitFor(wanted: WantedMessage, options?: WaitOptions): Promise<ReceivedMessage>;
  /** Calls the listener for every new message. Returns the function that removes it. */
  subscribe(listener: (message: ReceivedMessage) => void): () => void;
  /** Calls the listener for every change. Returns the function that removes it. */
  watch(listener: (change: MailboxChange) => void): () => void;
}

/** A mailbox with the functions of its owner. */
export interface OpenMailbox extends Mailbox {
  /** Puts a message in at once. */
  put(arrival: Arrival): ReceivedMessage;
  /**
   * Calls the listener for every change, before the others. Its error is that of the change, and then a new
   * message is not put in: mail that is not kept is not accepted.
   */
  keep(listener: (change: MailboxChange) => void): () => void;
  /** All messages ever received. */
  readonly received: number;
  /** Messages that the background has not indexed yet. */
  readonly unindexed: number;
  close(): void;
}

/** The limits of a mailbox, its clock, and where the errors of listeners go. */
export interface MailboxOptions extends MailboxLimits, Pick<Waitable, 'note'> {
  readonly now: () => number;
  /** @default a warning of the process */
  readonly onFailure?: (task: string, error: unknown) => void;
}

export function createMailbox({
  now,
  onFailure = createFailureLog(now).add,
  note,
  ...limits
}: MailboxOptions): OpenMailbox {
  const table = createMessageTable(limits);
  const index = createBackgroundIndex(table.get, onFailure);
  const changes = createListeners<MailboxChange>(onFailure);
  const waiting = new Set<(reason: Error) => void>();
  let received = 0;
  const update = (ids: readonly string[], kind: 'tags' | 'read', part: Partial<ReceivedMessage>): void => {
    for (const id of ids) {
      const message = table.get(id);
      if (message === undefined || isSame(message, part)) continue;
      const changed = changeMessage(message, part);
      table.replace(changed);
      changes.notify({ kind, message: changed });
    }
  };
  const subscribe: Mailbox['subscribe'] = (listener) =>
    changes.add((change) => {
      if (change.kind === 'new') listener(change.message);
    });
  const put = (arrival: Arrival): ReceivedMessage => {
    const message = createMessage(arrival, { receivedAt: new Date(now()), isRead: false });
    received += 1;
    const messages = table.add(message);
    try {
      changes.notify({ kind: 'new', message });
    } catch (error) {
      table.remove([message.id]);
      table.restore(messages);
      throw error;
    }
    index.add([message]);
    if (messages.length > 0) changes.notify({ kind: 'dropped', messages });
    return message;
  };
  return {
    list: table.list,
    get: table.get,
    subscribe,
    watch: changes.add,
    keep: changes.keep,
    search: (query, options) => searchMessages(table.list(), query, options),
    setTags: (ids, tags) => update(ids, 'tags', { tags: cleanTags(tags) }),
    setRead: (ids, isRead) => update(ids, 'read', { isRead }),
    clear: () => {
      const messages = table.list();
      table.clear();
      changes.notify({ kind: 'cleared', messages });
    },
    remove: (ids) => {
      const messages = table.remove(ids);
      if (messages.length > 0) changes.notify({ kind: 'removed', messages });
      return messages;
    },
    restore: (removed) => {
      table.restore(removed);
      index.add(removed);
      changes.notify({ kind: 'restored', messages: removed });
    },
    put,
    deliver: async (delivery) => put(delivery),
    waitFor: (wanted, options = {}) =>
      waitForMessage({ list: table.list, subscribe, waiting, note }, wanted, options),
    get received() {
      return received;
    },
    get unindexed() {
      return index.waiting;
    },
    close: () => {
      index.close();
      for (const reject of waiting) reject(new Error('The mailbox was closed during a wait for a message.'));
      changes.clear();
    },
  };
}

function isSame(message: ReceivedMessage, { tags, isRead }: Partial<ReceivedMessage>): boolean {
  if (isRead !== undefined) return message.isRead === isRead;
  return message.tags.join() === tags?.join();
}

function createListeners<Change>(onFailure: NonNullable<MailboxOptions['onFailure']>) {
  const listeners = new Set<(change: Change) => void>();
  const keepers = new Set<(change: Change) => void>();
  // A listener that throws must not stop the others, or fail an accepted mail.
  const notifyOne = (listener: (change: Change) => void, change: Change): void => {
    try {
      listener(change);
    } catch (error) {
      onFailure('A listener of the mailbox', error);
    }
  };
  return {
    add: (listener: (change: Change) => void): (() => void) => {
      // A wrapper, because the same listener may subscribe twice.
      const own = (change: Change): void => listener(change);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    keep: (listener: (change: Change) => void): (() => void) => {
      keepers.add(listener);
      return () => void keepers.delete(listener);
    },
    notify: (change: Change): void => {
      for (const keeper of keepers) keeper(change);
      for (const listener of listeners) notifyOne(listener, change);
    },
    clear: () => listeners.clear(),
  };
}
