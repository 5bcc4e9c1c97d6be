import { allParts } from '@org/core/parts';
import type { PartialOptions } from '../call-options.ts';
import type { SnapAnswer, SnapQuery, SnapResult } from '../model/places/snap.ts';
import type { EngineAnswer, SnappedPoint } from '../model/result.ts';
import { sendApart } from '../split/apart.ts';
import { planSlices, type Slice } from '../split/plans.ts';
import type { Call } from './call.ts';
import { type Plan, planSnap } from './plans.ts';
import { sendPart } from './point-index.ts';
import { placesFailureOf, runParts } from './run-parts.ts';
import { type ClientContext, Sender, withoutDetails } from './sender.ts';

export const snapCall: Call<'snap'> = { name: 'snap', plan: planSnap, run: callSnap };

async function callSnap(
  context: ClientContext,
  { query, parts }: Plan<SnapQuery, Slice[]>,
  options: PartialOptions,
): Promise<SnapResult> {
  const sender = new Sender(context, options);
  const points: SnappedPoint[] = query.positions.map(() => ({}));
  const stated: EngineAnswer[][] = [];
  return runParts(context, options, {
    operation: 'snap',
    plan: query,
    parts,
    send: (slice: Slice, signal) => sendSlice(sender, query, slice, signal),
    keep: (answers) => answers.map(withoutDetails),
    fits: (restored, { from, to }) => {
      const answers: readonly Partial<SnapAnswer>[] = Array.isArray(restored) ? restored : [];
      return answers.flatMap((answer) => Object(answer).points ?? []).length === to - from;
    },
    accept(answers: readonly SnapAnswer[], { from }, index) {
      for (const [at, point] of pointsOf(answers).entries()) points[from + at] = point;
      stated[index] = answers.map((answer) => sender.statedBy(answer));
    },
    merge: (failures, isFinal) => ({
      points,
      ...sender.finish(stated.flat(), isFinal),
      ...(failures && { failures: failures.map(placesFailureOf) }),
    }),
  });
}

/** Snaps positions in as many requests as the engine needs for them. */
export async function sendSnaps(
  sender: Sender,
  query: SnapQuery,
  signal: AbortSignal | undefined,
): Promise<SnappedPoint[]> {
  const slices = planSlices(query.positions.length, sender.engine.capabilities.caps.snapPositions);
  const answers = await allParts({
    parts: slices,
    concurrency: 1,
    signal,
    run: (slice, _index, both) => sendSlice(sender, query, slice, both.signal),
  });
  return pointsOf(answers.flat());
}

async function sendSlice(
  sender: Sender,
  query: SnapQuery,
  slice: Slice,
  signal: AbortSignal | undefined,
): Promise<SnapAnswer[]> {
  const parts = await sendApart(slice, ({ from, to }) => {
    const part = { ...query, positions: query.positions.slice(from, to) };
    return sendPart(from, () => sender.send('snap', part, signal));
  });
  return parts.map(({ answer }) => answer ?? nothingNear);
}

function pointsOf(answers: readonly SnapAnswer[]): SnappedPoint[] {
  return answers.flatMap(({ points }) => points);
}

/** The common fields of an answer that the client gives in place of the engine. */
export const nothingStated: EngineAnswer = { warnings: [], attribution: [], raw: undefined };

const nothingNear: SnapAnswer = { points: [{ position: null }], ...nothingStated };
