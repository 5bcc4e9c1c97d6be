import { LimitExceededError } from '../../driver.ts';

/** @throws LimitExceededError before anything is sent: the request cannot be split */
export function requireCount(count: number, most: number, what: string, cap: string): void {
  if (count <= most) return;
  const message =
    `OSRM takes at most ${most} ${what}, and a request with ${count} cannot be split without changing the ` +
    `result. Send fewer, or set caps.${cap} to the limit of the server.`;
  throw new LimitExceededError({ message, outcome: 'not-sent' });
}
