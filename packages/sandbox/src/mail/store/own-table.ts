import { randomUUID } from 'node:crypto';
import type { MailStore, OwnFields } from './mail-store.ts';

/** Rows of one service alone, such as its idempotency keys. `name` says whose: `plunk jobs`. */
export function ownTable<Fields extends object>({ entries }: Pick<MailStore, 'entries'>, name: string) {
  const keyOf = (id: string): string => `${name}/${id}`;
  return {
    get: (id: string): (Fields & { readonly createdAt: number }) | undefined => {
      const row = entries.get(keyOf(id));
      return row && { ...(row.own as Fields), createdAt: row.createdAt };
    },
    /** Returns the id. */
    add: (fields: Fields, id: string = randomUUID()): string => {
      entries.add({ own: fields as OwnFields }, keyOf(id));
      return id;
    },
    update: (id: string, change: Partial<Fields>): void => {
      const own = { ...entries.get(keyOf(id))?.own, ...change };
      entries.update(keyOf(id), { own });
    },
    delete: (id: string): boolean => entries.delete(keyOf(id)),
  };
}
