import type { PartialOptions } from '../call-options.ts';
import { PointNotFoundError } from '../errors.ts';
import type {
  Isochrone,
  IsochronesAnswer,
  IsochronesQuery,
  IsochronesResult,
} from '../model/reach/isochrones.ts';
import type { EngineAnswer, RoutingWarning } from '../model/result.ts';
import { type AnsweredPart, sendApart } from '../split/apart.ts';
import type { Call } from './call.ts';
import { hintSwapped } from './explain-place.ts';
import { type IsochronesBatch, type Plan, planIsochrones } from './plans.ts';
import { sendPart } from './point-index.ts';
import { type FailedPart, runParts } from './run-parts.ts';
import { type ClientContext, Sender, withoutDetails } from './sender.ts';

type AnsweredBatch = readonly AnsweredPart<IsochronesAnswer>[];

export const isochronesCall: Call<'isochrones'> = {
  name: 'isochrones',
  plan: planIsochrones,
  run: callIsochrones,
};

async function callIsochrones(
  context: ClientContext,
  { query, parts, notices }: Plan<IsochronesQuery, IsochronesBatch[]>,
  options: PartialOptions,
): Promise<IsochronesResult> {
  const sender = new Sender(context, options);
  const isochrones: Isochrone[] = [];
  const stated: EngineAnswer[][] = [];
  const result = await runParts(context, options, {
    operation: 'isochrones',
    plan: [query, parts],
    parts,
    send: (batch: IsochronesBatch, signal) => sendBatch(sender, query, batch, signal),
    keep: (answered) =>
      answered.map(({ from, answer }) => ({ from, answer: answer && withoutDetails(answer) })),
    fits: (restored) => Array.isArray(restored),
    accept(answered: AnsweredBatch, _batch, index) {
      for (const { from, answer } of answered)
        for (const each of answer?.isochrones ?? [])
          isochrones.push({ ...each, locationIndex: each.locationIndex + from });
      stated[index] = answered.flatMap(({ answer }) => (answer ? [sender.statedBy(answer)] : []));
    },
    merge(failures: readonly FailedPart<IsochronesBatch>[] | undefined, isFinal) {
      isochrones.sort((a, b) => a.locationIndex - b.locationIndex || a.range - b.range);
      const { warnings, ...rest } = sender.finish(stated.flat(), isFinal);
      const missing = findMissing(isochrones, query, failures);
      return {
        isochrones,
        missing: missing.locations,
        ...rest,
        ...(failures && { failures: failures.map((failure) => failureOf(failure, query)) }),
        warnings: [...warnings, ...notices, ...missing.warnings],
      };
    },
  });
  const { failures = [] }: { readonly failures?: readonly unknown[] } = result;
  if (isochrones.length === 0 && failures.length === 0) throw await nothingFound(sender, query);
  return result;
}

function sendBatch(
  sender: Sender,
  query: IsochronesQuery,
  { locations, ranges }: IsochronesBatch,
  signal: AbortSignal | undefined,
): Promise<AnsweredBatch> {
  const some = query.ranges.slice(ranges.from, ranges.to);
  return sendApart(locations, ({ from, to }) => {
    const part = { ...query, ranges: some, locations: query.locations.slice(from, to) };
    return sendPart(from, () => sender.send('isochrones', part, signal));
  });
}

function failureOf(
  { part: { locations, ranges }, error }: FailedPart<IsochronesBatch>,
  query: IsochronesQuery,
) {
  return {
    locations: [locations.from, locations.to] as const,
    ranges: query.ranges.slice(ranges.from, ranges.to),
    error,
  };
}

/** The locations without isochrones, and the ranges without an area. A failed part is neither. */
function findMissing(
  isochrones: readonly Isochrone[],
  { locations, ranges }: IsochronesQuery,
  failures: readonly FailedPart<IsochronesBatch>[] = [],
): { readonly locations: number[]; readonly warnings: RoutingWarning[] } {
  const keyOf = (location: number, range: number | undefined) => `${location}:${range}`;
  const failed = new Set<string>();
  const failedLocations = new Set<number>();
  for (const { part } of failures) {
    for (let at = part.locations.from; at < part.locations.to; at += 1) {
      failedLocations.add(at);
      for (const range of ranges.slice(part.ranges.from, part.ranges.to)) failed.add(keyOf(at, range));
    }
  }
  const given = new Set(isochrones.map(({ locationIndex, range }) => keyOf(locationIndex, range)));
  const found = new Set(isochrones.map(({ locationIndex }) => locationIndex));
  const warnings = [...found].flatMap((location) =>
    ranges
      .filter((range) => !given.has(keyOf(location, range)) && !failed.has(keyOf(location, range)))
      .map((range): RoutingWarning => {
        const message = `The service gave no area of range ${range} for location ${location}.`;
        return { kind: 'not-honoured', message };
      }),
  );
  const missing = [...locations.keys()].filter((index) => !found.has(index) && !failedLocations.has(index));
  return { locations: missing, warnings };
}

async function nothingFound(sender: Sender, query: IsochronesQuery): Promise<PointNotFoundError> {
  const [first = [0, 0]] = query.locations;
  const hint = await hintSwapped(sender, query.profile, first);
  return new PointNotFoundError({
    message: `None of the locations has a road near it for this profile.${hint}`,
    provider: sender.engine.name,
    operation: 'isochrones',
    pointIndex: 0,
  });
}
