import { mailEventKinds } from '../../../mail-event-kind.ts';
import type { ShownAttempt } from '../../webhook-routes.ts';

export const eventKinds = mailEventKinds;

/** What the targets answered, for a toast. */
export function sayAnswers(event: string, attempts: readonly ShownAttempt[]): string {
  if (attempts.length === 0) return `${event}: no target wants it.`;
  return attempts
    .map(({ service, status, problem }) => `${event} ${service}: ${status ?? problem}`)
    .join(', ');
}
