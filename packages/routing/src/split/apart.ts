import { PointNotFoundError } from '../errors.ts';
import type { Slice } from './plans.ts';

/** A part of the places with its answer; without one if its only place has no road near. */
export interface AnsweredPart<Answer> {
  readonly from: number;
  readonly answer: Answer | undefined;
}

/** With some engines one place without a road fails its whole request: its halves are then sent singly. */
export async function sendApart<Answer>(
  { from, to }: Slice,
  send: (slice: Slice) => Promise<Answer>,
): Promise<AnsweredPart<Answer>[]> {
  try {
    return [{ from, answer: await send({ from, to }) }];
  } catch (error) {
    if (!PointNotFoundError.isInstance(error)) throw error;
    if (to - from === 1) return [{ from, answer: undefined }];
    const middle = Math.ceil((from + to) / 2);
    const first = await sendApart({ from, to: middle }, send);
    return [...first, ...(await sendApart({ from: middle, to }, send))];
  }
}
