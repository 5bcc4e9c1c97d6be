import type { CallEnd } from '@org/core/driver';
import { isAccepted } from '../model/send-result.ts';
import type { SendEachOutcome } from '../send-each.ts';

export interface EndedBatch {
  readonly outcomes: SendEachOutcome[];
  /** How many requests were sent. */
  readonly requests: number;
}

const incomplete = 'incomplete-send';

/** The end of a batch for its event: one recipient without the mail makes it fail. */
export function batchEnd({ outcomes, requests: attempts }: EndedBatch): CallEnd {
  const ends = outcomes.flatMap((each): { readonly state: unknown; readonly code?: string }[] => {
    if (!each.ok) return [{ state: each.error.outcome, code: each.error.code }];
    return each.result.outcomes.map((recipient) => {
      if (isAccepted(recipient)) return { state: 'sent' };
      return { state: recipient.status, code: recipient.error?.code ?? incomplete };
    });
  });
  const codes = new Set(ends.flatMap(({ code }) => code ?? []));
  const [errorCode, another] = codes;
  if (errorCode === undefined) return { attempts };
  const isAny = (state: string) => ends.some((end) => end.state === state);
  const outcome = isAny('sent') ? 'sent' : isAny('unknown') ? 'unknown' : 'not-sent';
  return { attempts, errorCode: another === undefined ? errorCode : incomplete, outcome };
}
