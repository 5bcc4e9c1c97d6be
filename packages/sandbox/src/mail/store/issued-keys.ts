import { createHash } from 'node:crypto';
import type { MailStore } from './mail-store.ts';
import { ownRows } from './own-rows.ts';

/** The row of the service's API that a key belongs to. */
interface KeyRow {
  /** The name of the service's door. */
  readonly door: string;
  /** The name of its rows, as `ownRows` has it. */
  readonly rows: string;
  readonly id: string;
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
const issuedOf = (store: MailStore) => ownRows(store, 'sandbox issued keys');

/** Makes strict keys take this one too, until its row is deleted. The store has its hash. */
export function issueKey(store: MailStore, row: KeyRow, secret: string): string {
  issuedOf(store).add({ own: { ...row } }, hashOf(secret));
  return secret;
}

/** Whether the service's API made this key, and still has it. */
export function isIssuedKey(store: MailStore, door: string, secret: string): boolean {
  const { own } = issuedOf(store).get(hashOf(secret)) ?? {};
  return own?.['door'] === door && ownRows(store, `${own['rows']}`).get(`${own['id']}`) !== undefined;
}
