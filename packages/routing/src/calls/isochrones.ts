import { PointNotFoundError } from '../errors.ts';
import {
  type Isochrone,
  type IsochronesAnswer,
  type IsochronesQuery,
  type IsochronesRequest,
  type IsochronesResult,
  parseIsochronesRequest,
} from '../model/isochrones.ts';
import type { RoutingWarning } from '../model/result.ts';
import { requireIsochronesSupport } from '../model/support.ts';
import { planSlices, type Slice } from '../split/plans.ts';
import { fanOut } from './fan-out.ts';
import { type ClientContext, type RoutingCallOptions, Sender } from './sender.ts';

/** A batch of locations with its answer; without one if its only location has no road near. */
interface AnsweredBatch {
  readonly from: number;
  readonly answer: IsochronesAnswer | undefined;
}

export async function callIsochrones(
  context: ClientContext,
  request: IsochronesRequest,
  options: RoutingCallOptions = {},
): Promise<IsochronesResult> {
  const { engine, maxParallelParts } = context;
  const query = parseIsochronesRequest(request);
  requireIsochronesSupport(engine, query);
  const slices = planSlices(query.locations.length, engine.capabilities.caps.isochroneLocations);
  const sender = new Sender(context, options);
  const parts = await fanOut(slices, maxParallelParts, options.signal, (slice, signal) =>
    sendBatch(sender, query, slice, signal),
  );
  const batches = parts.flat();
  const isochrones = mergeBatches(batches);
  if (isochrones.length === 0) throw await nothingFound(sender, query);
  const { warnings, ...rest } = sender.finish(batches.flatMap(({ answer }) => answer ?? []));
  return {
    isochrones,
    missing: findMissing(isochrones, query.locations.length),
    warnings: [...warnings, ...missingRanges(isochrones, query)],
    ...rest,
  };
}

// With some engines one location without a road fails its whole batch: the others are sent again, one by one.
async function sendBatch(
  sender: Sender,
  query: IsochronesQuery,
  { from, to }: Slice,
  signal: AbortSignal,
): Promise<AnsweredBatch[]> {
  const locations = query.locations.slice(from, to);
  try {
    return [{ from, answer: await sender.send('isochrones', { ...query, locations }, signal) }];
  } catch (error) {
    if (!PointNotFoundError.isInstance(error)) throw error;
    if (locations.length === 1) return [{ from, answer: undefined }];
    const answered: AnsweredBatch[] = [];
    for (let at = from; at < to; at += 1)
      answered.push(...(await sendBatch(sender, query, { from: at, to: at + 1 }, signal)));
    return answered;
  }
}

function mergeBatches(batches: readonly AnsweredBatch[]): Isochrone[] {
  const all = batches.flatMap(({ from, answer }) =>
    (answer?.isochrones ?? []).map((isochrone) => ({
      ...isochrone,
      locationIndex: isochrone.locationIndex + from,
    })),
  );
  return all.sort((a, b) => a.locationIndex - b.locationIndex || a.range - b.range);
}

function findMissing(isochrones: readonly Isochrone[], length: number): number[] {
  const found = new Set(isochrones.map(({ locationIndex }) => locationIndex));
  return Array.from({ length }, (_, index) => index).filter((index) => !found.has(index));
}

// The response has areas of the location, but not of all ranges.
function missingRanges(isochrones: readonly Isochrone[], { ranges }: IsochronesQuery): RoutingWarning[] {
  const given = new Set(isochrones.map(({ locationIndex, range }) => `${locationIndex}:${range}`));
  const locations = new Set(isochrones.map(({ locationIndex }) => locationIndex));
  return [...locations].flatMap((location) =>
    ranges
      .filter((range) => !given.has(`${location}:${range}`))
      .map((range) => ({
        kind: 'not-honoured',
        message: `The service gave no area of range ${range} for location ${location}.`,
      })),
  );
}

async function nothingFound(sender: Sender, query: IsochronesQuery): Promise<PointNotFoundError> {
  const [first = [0, 0]] = query.locations;
  const { hintSwapped } = await import('./explain-place.ts');
  const hint = await hintSwapped(sender, query.profile, first);
  return new PointNotFoundError({
    message: `None of the locations has a road near it for this profile.${hint}`,
    provider: sender.engine.name,
    operation: 'isochrones',
    pointIndex: 0,
  });
}
