// What a service answered a send with, and what that means: restated, with the source of the fact.
import type { OrgError } from '@org/core';
import type { Answer } from './stage.ts';

export interface AnswerFixture extends Answer {
  readonly what: string;
  readonly means: OrgError['code'] | 'accepted';
  readonly outcome: OrgError['outcome'] | 'sent';
  /** Another attempt of the same request may help. */
  readonly retryable: boolean;
  /** What the message tells the reader. */
  readonly says?: RegExp | undefined;
  /**
   * Who has seen or documents the status and the code, and when. Words that no driver reads are ours.
   * `ours` is an answer that nobody has shown.
   */
  readonly source: string;
}

type More = Pick<AnswerFixture, 'headers' | 'says'> & {
  outcome?: AnswerFixture['outcome'];
  retryable?: boolean;
};

/** No recording and no documentation: it proves a rule. */
export const ours = 'made up here';

/** A refusal: nothing was sent, and the same request is refused again, unless `more` says otherwise. */
export function answer(
  what: string,
  status: number,
  body: unknown,
  means: AnswerFixture['means'],
  source: string,
  more: More = {},
): AnswerFixture {
  const outcome = means === 'accepted' ? 'sent' : 'not-sent';
  return { what, status, body, means, source, outcome, retryable: false, ...more };
}

/** The service did not act, and may a moment later. */
export const later = { retryable: true } as const;
/** Whether the service acted is not known, and a repeat may send twice. */
export const doubt = { outcome: 'unknown' } as const;
