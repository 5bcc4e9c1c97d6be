import type { CallEnd } from '@org/core/driver';
import { IncompleteSendError } from '../model/errors.ts';
import { isAccepted } from '../model/send-result.ts';
import type { SendEachOutcome } from '../send-each.ts';

export interface EndedBatch {
  readonly outcomes: SendEachOutcome[];
  /** How many requests were sent. */
  readonly requests: number;
}

/** The end of a batch for its event: one recipient without the mail makes it fail. */
export function batchEnd({ outcomes, requests }: EndedBatch): CallEnd {
  const code = new IncompleteSendError({ message: '' }).code;
  const codes = new Set<string>();
  const states = new Set<string>();
  for (const each of outcomes) {
    if (!each.ok) {
      codes.add(each.error.code);
      states.add(each.error.outcome ?? 'unknown');
    } else
      for (const recipient of each.result.outcomes) {
        const { error, status } = recipient;
        states.add(isAccepted(recipient) ? 'sent' : status);
        if (!isAccepted(recipient)) codes.add(error?.code ?? code);
      }
  }
  if (codes.size === 0) return { attempts: requests };
  const [only = code, ...others] = codes;
  const outcome = (['sent', 'unknown'] as const).find((state) => states.has(state)) ?? 'not-sent';
  return { attempts: requests, errorCode: others.length === 0 ? only : code, outcome };
}
