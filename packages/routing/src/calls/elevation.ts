import type { PartialOptions } from '../call-options.ts';
import type { ElevationAnswer, ElevationQuery, ElevationResult } from '../model/places/elevation.ts';
import type { EngineAnswer } from '../model/result.ts';
import type { Slice } from '../split/plans.ts';
import type { Call } from './call.ts';
import { type Plan, planElevation } from './plans.ts';
import { sendPart } from './point-index.ts';
import { placesFailureOf, runParts } from './run-parts.ts';
import { type ClientContext, Sender, withoutDetails } from './sender.ts';

export const elevationCall: Call<'elevation'> = {
  name: 'elevation',
  plan: planElevation,
  run: callElevation,
};

async function callElevation(
  context: ClientContext,
  { query, parts, queryOf }: Plan<ElevationQuery, Slice[]>,
  options: PartialOptions,
): Promise<ElevationResult> {
  const sender = new Sender(context, options);
  const heightsMeters: (number | null)[] = query.positions.map(() => NaN);
  const stated: EngineAnswer[] = [];
  return runParts(context, options, {
    operation: 'elevation',
    plan: query,
    parts,
    send: (part: Slice, signal) => sendPart(part.from, () => sender.send('elevation', queryOf(part), signal)),
    keep: withoutDetails,
    fits: (restored, { from, to }) => Object(restored).heightsMeters?.length === to - from,
    accept(answer: ElevationAnswer, { from }, index) {
      for (const [at, height] of answer.heightsMeters.entries()) heightsMeters[from + at] = height;
      stated[index] = sender.statedBy(answer);
    },
    merge: (failures, isFinal) => ({
      heightsMeters,
      ...sender.finish(stated.filter(Boolean), isFinal),
      ...(failures && { failures: failures.map(placesFailureOf) }),
    }),
  });
}
