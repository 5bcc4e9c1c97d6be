import { type PartLedger, untilAborted } from '@org/core/parts';
import type { Checkpoint } from '../call-options.ts';
import { checkpointVersion } from '../checkpoint/version.ts';

/** A part that ended: with an answer, or with an error that does not end the call. */
export type PartEnd<Answer> =
  | { readonly answer: Answer; readonly isRestored: boolean }
  | { readonly error: unknown };

/** How the answers of one request are kept. */
export interface KeptAnswers<Part, Answer> {
  /** The answer as it is kept in a checkpoint: without the response and the quota of that time. */
  keep(answer: Answer): unknown;
  /** Whether a restored value is an answer of the part. */
  fits(restored: unknown, part: Part): boolean;
}

/**
 * The parts of one request in a checkpoint. `plan` is all that decides what a part is: the driver, the
 * request, its split. A part may be repeated, so only answers are written.
 */
export async function checkpointLedger<Part, Answer>(
  checkpoint: Checkpoint,
  plan: unknown,
  { keep, fits }: KeptAnswers<Part, Answer>,
): Promise<PartLedger<Part, PartEnd<Answer>>> {
  const text = new TextEncoder().encode(JSON.stringify([checkpointVersion, plan]));
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  const key = Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return {
    isInterruptible: true,
    isStartedByRun: false,
    start: undefined,
    failed: undefined,
    async find(part, index) {
      const content = await checkpoint.load(key, index);
      const restored = content === undefined ? undefined : parse(content);
      if (restored === undefined || !fits(restored, part)) return { state: 'to-do' };
      return { state: 'done', end: { answer: restored as Answer, isRestored: true } };
    },
    async end(_part, index, end) {
      if ('answer' in end) await checkpoint.save(key, index, JSON.stringify(keep(end.answer)));
    },
  };
}

/** Each part is saved: what goes wrong here changes no result, and hides no error. */
export async function closeCheckpoint(
  checkpoint: Checkpoint,
  signal: AbortSignal | undefined,
): Promise<void> {
  const closing = (async () => checkpoint.close?.())();
  await untilAborted(closing, signal).catch(() => {});
}

function parse(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
