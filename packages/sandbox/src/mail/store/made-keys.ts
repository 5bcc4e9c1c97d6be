import { createHash } from 'node:crypto';
import type { MailStore } from './mail-store.ts';
import { ownRows } from './own-rows.ts';

/** Where a key is listed: the rows of one service alone, and the id of its row there. */
export interface KeyPlace {
  /** The name of the {@link ownRows}. */
  readonly rows: string;
  readonly id: string;
}

/** The keys that clients made by the API of a service. They hold until their row is deleted. */
export function madeKeys(store: Pick<MailStore, 'entries'>, service: string) {
  const keys = ownRows(store, `${service} made keys`);
  // A saved state has no keys that work elsewhere.
  const idOf = (key: string): string => createHash('sha256').update(key).digest('hex');
  return {
    /** Returns the key. */
    add: (key: string, { rows, id }: KeyPlace): string => {
      keys.add({ own: { rows, id } }, idOf(key));
      return key;
    },
    has: (key: string): boolean => {
      const { rows, id } = keys.get(idOf(key))?.own ?? {};
      return typeof rows === 'string' && ownRows(store, rows).get(String(id)) !== undefined;
    },
  };
}
