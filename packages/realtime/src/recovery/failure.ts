import type { RecoveryFailure, RecoveryVerdict } from '../channels/realtime-events.ts';
import { isRecord } from '../internal/json.ts';

/** The service's codes. Source: Sockudo documentation, "Protocol V2", `resume_failed`. */
const failures: ReadonlyMap<unknown, RecoveryFailure> = new Map([
  ['position_expired', 'expired'],
  ['stream_reset', 'reset'],
  ['continuity_unverifiable', 'unverifiable'],
  ['persistence_unavailable', 'unavailable'],
]);

/** Why the service gives nothing. A code that it may add later proves nothing either. */
export function readFailure({ code }: Readonly<Record<string, unknown>>): RecoveryVerdict {
  return none(failures.get(code) ?? 'unverifiable');
}

export function none(reason: RecoveryFailure): RecoveryVerdict {
  return { recovered: 'none', reason };
}

/** The entry of a channel in a list of `resume_success`. */
export function entryOf(list: unknown, channel: string): Readonly<Record<string, unknown>> | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.find((entry) => isRecord(entry) && entry['channel'] === channel);
}

/** Whether an error answers a `resume` as a whole. */
export function refusesResume({ code, message }: Readonly<Record<string, unknown>>): boolean {
  if (code === 4302) return true;
  return (code === 4301 || code === 4000) && /recover|resume|channel_positions/i.test(String(message));
}

/** Whether an error answers a subscription with `rewind`: the service has no history. */
export function refusesRewind({ code, message }: Readonly<Record<string, unknown>>): boolean {
  return code === 4300 || /\brewind\b/i.test(String(message));
}
