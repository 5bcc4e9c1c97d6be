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
import { planSlices, type Slice } from '../split/slices.ts';
import { fanOut } from './fan-out.ts';
import { type ClientContext, createSender, type RoutingCallOptions, type Sender } from './sender.ts';

/** A batch of locations and what it was answered; nothing, when its one location has no road near. */
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
  const batches = planSlices(query.locations.length, engine.capabilities.caps.isochroneLocations);
  const sender = createSender(context, options);
  const parts = await fanOut(batches, maxParallelParts, options.signal, (batch, signal) =>
    askBatch(sender, query, batch, signal),
  );
  const isochrones = mergeBatches(parts.flat());
  const missing = findMissing(isochrones, query.locations.length);
  if (isochrones.length === 0) {
    const [first = [0, 0]] = query.locations;
    const { hintSwapped } = await import('./explain-place.ts');
    throw nothingFound(engine.name, await hintSwapped(engine, sender, query.profile, first, options.signal));
  }
  const answers = parts.flat().flatMap(({ answer }) => answer ?? []);
  const result = sender.finish(answers);
  const warnings = [...result.warnings, ...missingRanges(isochrones, query)];
  return { isochrones, missing, ...result, warnings };
}

// One location that is not near a road fails its whole batch at some engines: the others are asked again,
// each alone.
async function askBatch(
  sender: Sender,
  query: IsochronesQuery,
  batch: Slice,
  signal: AbortSignal,
): Promise<AnsweredBatch[]> {
  const locations = query.locations.slice(batch.from, batch.to);
  try {
    return [{ from: batch.from, answer: await sender.send('isochrones', { ...query, locations }, signal) }];
  } catch (error) {
    if (!PointNotFoundError.isInstance(error)) throw error;
    if (locations.length === 1) return [{ from: batch.from, answer: undefined }];
    const answered: AnsweredBatch[] = [];
    for (let from = batch.from; from < batch.to; from += 1) {
      answered.push(...(await askBatch(sender, query, { from, to: from + 1 }, signal)));
    }
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

// The service answered for the location, and left out one of its ranges.
function missingRanges(isochrones: readonly Isochrone[], { ranges }: IsochronesQuery): RoutingWarning[] {
  const given = new Set(isochrones.map(({ locationIndex, range }) => `${locationIndex}:${range}`));
  return [...new Set(isochrones.map(({ locationIndex }) => locationIndex))].flatMap((location) =>
    ranges
      .filter((range) => !given.has(`${location}:${range}`))
      .map((range) => ({
        kind: 'not-honoured',
        message: `The service gave no area of range ${range} for location ${location}.`,
      })),
  );
}

function nothingFound(provider: string, hint: string): PointNotFoundError {
  return new PointNotFoundError({
    message: `None of the locations has a road near it for this profile.${hint}`,
    provider,
    operation: 'isochrones',
    pointIndex: 0,
  });
}
