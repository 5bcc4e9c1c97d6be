import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { ConfigurationError } from '@org/core';
import type { MailboxChange } from '../mailbox/mailbox.ts';
import type { ReceivedMessage } from '../message/received-message.ts';
import type { MailStore } from '../store/mail-store.ts';
import {
  checkMessage,
  openMessage,
  type SavedMessage,
  saveMessage,
  type TableName,
  tableNames,
} from './mail-state.ts';

/** A folder that keeps a store. */
export interface DataFolder {
  close(): void;
}

const schema = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS rows (kind TEXT, id TEXT, json TEXT, PRIMARY KEY (kind, id));
`;

/**
 * Loads a store from a folder, or writes the store into a new one. Then it writes each change there before
 * the response of the request that made it: a killed process loses nothing that was answered. A power failure
 * may lose the last changes.
 *
 * @throws {ConfigurationError} without `node:sqlite`, and for a folder in use
 */
export async function openDataFolder(folder: string, store: MailStore): Promise<DataFolder> {
  const database = await openDatabase(folder);
  try {
    const isNew = database.prepare('SELECT 1 FROM rows').get() === undefined && !isMarked(database);
    if (!isNew) await readAll(database, store);
    const folder = followChanges(database, store, isNew);
    database.exec('PRAGMA user_version = 1');
    return folder;
  } catch (error) {
    database.close();
    throw error;
  }
}

async function openDatabase(folder: string): Promise<DatabaseSync> {
  const { DatabaseSync: Database } = await import('node:sqlite').catch((cause: unknown) => {
    throw unusable(`It needs node:sqlite: Node 22.13 or newer, not ${process.versions.node}.`, cause);
  });
  let database: DatabaseSync | undefined;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    database = new Database(join(folder, 'sandbox.sqlite'));
    database.exec(schema);
    return database;
  } catch (cause) {
    database?.close();
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unusable(
      reason.includes('locked') ? 'Another sandbox uses it. Stop that, or use another folder.' : reason,
      cause,
    );
  }

  function unusable(reason: string, cause: unknown): ConfigurationError {
    const message = `The data folder ${folder} cannot be used. ${reason}`;
    return new ConfigurationError({ message, provider: 'sandbox', providerCode: 'data-folder', cause });
  }
}

/** A marked folder is not new, also without rows. */
function isMarked(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA user_version').get()?.['user_version'] !== 0;
}

async function readAll(database: DatabaseSync, store: MailStore): Promise<void> {
  const select = database.prepare('SELECT json FROM rows WHERE kind = ? ORDER BY rowid');
  const leftOut = ({ message }: Error) =>
    process.emitWarning(`A row of the data folder is left out, and stays in it. ${message}`);
  /** Those that `open` can read. */
  const rowsOf = <Opened>(kind: string, open: (row: never) => Opened): readonly Opened[] =>
    select.all(kind).flatMap(({ json }) => {
      try {
        return [open(JSON.parse(String(json)) as never)];
      } catch (error) {
        leftOut(error as Error);
        return [];
      }
    });
  for (const name of tableNames)
    store[name].replaceAll(
      rowsOf(name, (row) => row),
      leftOut,
    );
  const messages = rowsOf('mail', (saved: SavedMessage) => {
    checkMessage(saved);
    return openMessage(saved);
  });
  store.mailbox.clear();
  store.mailbox.restore(messages);
}

function followChanges(database: DatabaseSync, { mailbox, ...store }: MailStore, isNew: boolean): DataFolder {
  const upsert = database.prepare(
    'INSERT INTO rows VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET json = excluded.json',
  );
  const remove = database.prepare('DELETE FROM rows WHERE kind = ? AND id = ?');
  const clear = database.prepare('DELETE FROM rows WHERE kind = ?');
  const put = (kind: TableName | 'mail', row: { readonly id: string }): void => {
    upsert.run(kind, row.id, JSON.stringify(row));
  };
  const allOrNothing = (work: () => void): void => {
    database.exec('BEGIN');
    try {
      work();
      database.exec('COMMIT');
    } catch (error) {
      database.exec('ROLLBACK');
      throw error;
    }
  };
  const replaceAll = (kind: TableName | 'mail', rows: readonly { readonly id: string }[]): void =>
    allOrNothing(() => {
      clear.run(kind);
      for (const row of rows) put(kind, row);
    });
  const replaceMail = (): void => replaceAll('mail', mailbox.list().map(saveMessage));
  const onMail = (change: MailboxChange): void => {
    if (change.kind === 'cleared') clear.run('mail');
    else if (change.kind === 'restored') replaceMail();
    else if ('message' in change) put('mail', saveMessage(change.message));
    else removeMail(change.messages);
  };
  const removeMail = (messages: readonly ReceivedMessage[]): void =>
    allOrNothing(() => {
      for (const { id } of messages) remove.run('mail', id);
    });
  if (isNew) {
    replaceMail();
    for (const name of tableNames) replaceAll(name, store[name].all());
  }
  const unsubscribe = [
    mailbox.keep(onMail),
    ...tableNames.map((name) =>
      store[name].watch((change) => {
        if (change.kind === 'put') put(name, change.row);
        else if (change.kind === 'delete') remove.run(name, change.id);
        else replaceAll(name, store[name].all());
      }),
    ),
  ];
  return {
    close: () => {
      for (const end of unsubscribe.splice(0)) end();
      if (database.isOpen) database.close();
    },
  };
}
