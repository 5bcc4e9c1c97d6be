import { accountsPart } from './script-accounts.ts';
import { turnsPart } from './script-turns.ts';

/**
 * Everything that has to be decided together, in one script: what the asking process holds and what it finished since it last spoke, and
 * how many of its calls may start at once. Instants are microseconds of the server's clock; what goes in and out is relative to now, so
 * no clock of a client matters.
 *
 * A limit is used by what is open (started, not finished) and by what finished a while ago: a window's places are free one window after
 * the finish, a bucket's tokens come back at its rate, a concurrency limit's places are free at once. Processes tell totals instead of
 * changes, so that a lost answer, a resent call and a store that forgot are all mended by the next call.
 *
 * Who waits is kept in turns: each process has a count of the places it got, and what becomes free is shared so that the counts rise
 * together. A process that was told when to come again keeps its part until shortly after that.
 *
 * The first write is one that a store without memory, or a replica, refuses: then nothing at all was done.
 *
 * KEYS: the numbers, the leases of the processes, their accounts, those who wait; then the finishes of each window.
 * ARGV: the gates with their limits, and the request, both as JSON (`wire.ts`).
 *
 * @internal
 */
export const fleetScript: string = `${accountsPart}${turnsPart}`;
