import { accountsPart } from './script-accounts.ts';
import { turnsPart } from './script-turns.ts';
import { formatVersion } from './wire.ts';

/**
 * The atomic part of a shared limiter, in one script: it applies a process's report of open and finished
 * cost, and grants permits. Instants are microseconds of the server's clock. Times in requests and replies
 * are relative to now, so clients' clocks do not matter.
 *
 * Usage of a limit is its open cost (started, not finished) plus its recently finished cost. A window's units
 * are free one window after the finish, a bucket's tokens refill at its rate, and a concurrency limit's units
 * are free at once. Processes report totals, not changes: the next request repairs a lost reply, a resent
 * request, or lost state.
 *
 * Processes take turns: each has a count of the units it got, and free units are shared so that the counts
 * rise together. A process with a known wait keeps its share until shortly after that wait.
 *
 * The first write is a command that a store without memory, or a replica, refuses: then the script changes
 * nothing.
 *
 * KEYS: the numbers, the leases of the processes, their accounts, the waiting processes; then the finishes of
 * each window. ARGV: the limit sets with their limits, and the request, both as JSON (`wire.ts`).
 */
export const fleetScript: string = `-- org-limit format ${formatVersion}
${accountsPart}${turnsPart}`;
