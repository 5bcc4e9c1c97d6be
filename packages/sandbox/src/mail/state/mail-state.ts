import type { Row } from '../../table.ts';
import { createMessage, type ReceivedMessage } from '../message/received-message.ts';
import type { MailStore } from '../store/mail-store.ts';
import { checkRow } from '../store/row-shapes.ts';

/** The tables of a state, by the name of what they hold. */
export const tableNames = [
  'messages',
  'templates',
  'contacts',
  'lists',
  'suppressions',
  'properties',
  'webhooks',
  'campaigns',
  'scheduled',
  'undelivered',
  'rules',
  'entries',
  'faults',
  'cachedEvents',
] as const satisfies readonly (keyof MailStore)[];

/** One of them. */
export type TableName = (typeof tableNames)[number];

/** A received message as JSON: its source is base64. */
export type SavedMessage = Omit<ReceivedMessage, 'parsed' | 'raw' | 'receivedAt'> & {
  readonly receivedAt: string;
  readonly raw: string;
};

/**
 * Mail, also scheduled, the rows of the HTTP APIs, rules, faults, and the last events of cache channels, as
 * plain JSON.
 */
export interface SandboxState {
  readonly version: 1;
  /** Oldest first. */
  readonly mail: readonly SavedMessage[];
  readonly tables: Readonly<Record<TableName, readonly Row[]>>;
}

/** Copies a store. */
export function saveState(store: MailStore): SandboxState {
  return { version: 1, mail: store.mailbox.list().map(saveMessage), tables: readTables(store) };
}

/**
 * Replaces the content of a store. An invalid state changes nothing.
 *
 * @throws {TypeError} for an invalid state, {StoreFull} for one with too many rows
 */
export async function loadState(store: MailStore, state: unknown): Promise<void> {
  const { mail, tables } = checkState(state);
  const messages = mail.map(openMessage);
  const before = readTables(store);
  try {
    replaceTables(store, { ...noRows, ...tables });
  } catch (error) {
    replaceTables(store, before);
    throw error;
  }
  store.mailbox.clear();
  store.mailbox.restore(messages);
}

/** Returns a function that puts the present content back, all but the faults and the events of channels. */
export function rememberContent(store: MailStore): () => void {
  const messages = store.mailbox.list();
  const { faults: _, cachedEvents: __, ...tables } = readTables(store);
  return () => {
    replaceTables(store, tables);
    store.mailbox.clear();
    store.mailbox.restore(messages);
  };
}

/** Removes all but the faults and the events of channels. */
export function clearContent(store: MailStore): void {
  const { faults: _, cachedEvents: __, ...tables } = noRows as unknown as SandboxState['tables'];
  replaceTables(store, tables);
  store.mailbox.clear();
}

function readTables(store: MailStore): SandboxState['tables'] {
  const tables = Object.fromEntries(tableNames.map((name) => [name, store[name].all()]));
  return tables as unknown as SandboxState['tables'];
}

function replaceTables(store: MailStore, tables: Partial<SandboxState['tables']>): void {
  for (const name of tableNames) if (tables[name]) store[name].replaceAll(tables[name] as never);
}

/** For the tables that a file of an older version does not have. */
const noRows = Object.fromEntries(tableNames.map((name) => [name, []]));

/** A message without what its source says. */
export function saveMessage(message: ReceivedMessage): SavedMessage {
  const { id, receivedAt, via, envelope, raw, labels, username, tags, isRead } = message;
  const rest = { id, via, envelope, labels, username, tags, isRead };
  return { ...rest, receivedAt: receivedAt.toISOString(), raw: Buffer.from(raw).toString('base64') };
}

/** @throws {RowRefused} */
export const checkMessage = checkRow<SavedMessage>('received message');

export function openMessage({ raw, receivedAt, tags, isRead, ...rest }: SavedMessage): ReceivedMessage {
  const bytes = new Uint8Array(Buffer.from(raw, 'base64'));
  return createMessage({ ...rest, raw: bytes }, { receivedAt: new Date(receivedAt), tags, isRead });
}

function checkState(state: unknown): SandboxState {
  const { version, mail, tables } = (state ?? {}) as Partial<SandboxState>;
  if (version !== 1) throw new TypeError('This is not a state of the sandbox: its version is not 1.');
  if (!Array.isArray(mail)) throw new TypeError('The state has no mail.');
  for (const message of mail) checkMessage(message);
  if (typeof tables !== 'object' || tables === null) throw new TypeError('The state has no tables.');
  for (const [name, rows] of Object.entries(tables)) {
    if (!tableNames.some((known) => known === name)) throw new TypeError(`The state has no table "${name}".`);
    if (!Array.isArray(rows)) throw new TypeError(`The table "${name}" is not a list.`);
  }
  return state as SandboxState;
}
