import type { Runtime } from '@org/core';
import { startTimer } from '@org/core/basics';
import type { SmtpPhase } from '../phase.ts';
import type { SmtpSettings } from '../settings/settings.ts';
import { SmtpError } from './smtp-error.ts';

/** The time limits of one mail, by phase. */
export interface SilenceWatch {
  /** Rejects when the server was silent for too long. */
  readonly tooLong: Promise<never>;
  /** Begins the limit of this phase anew. */
  enter(phase: SmtpPhase): void;
  stop(): void;
}

const limitOf = { envelope: 'commandMs', data: 'blockMs', final: 'finalMs' } as const;

export function watchSilence(runtime: Runtime, timeouts: SmtpSettings['timeouts']): SilenceWatch {
  let clearTimer = () => {};
  let isStopped = false;
  let expire: (error: Error) => void = () => {};
  const tooLong = new Promise<never>((_, reject) => {
    expire = reject;
  });
  tooLong.catch(() => {});
  return {
    tooLong,
    enter(phase) {
      clearTimer();
      if (isStopped || !(phase in limitOf)) return;
      const name = limitOf[phase as keyof typeof limitOf];
      const limitMs = timeouts[name];
      clearTimer = startTimer(runtime, limitMs, () => expire(timedOut(limitMs, `timeouts.${name}`)));
    },
    stop() {
      isStopped = true;
      clearTimer();
    },
  };
}

export function timedOut(limitMs: number, limitName: string): SmtpError {
  return new SmtpError(limitName, { code: 'ETIMEDOUT', limitMs, limitName });
}
