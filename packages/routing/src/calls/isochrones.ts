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
import { planSlices } from '../split/plans.ts';
import { type AnsweredPart, sendApart } from './apart.ts';
import { fanOut } from './fan-out.ts';
import { type ClientContext, type RoutingCallOptions, Sender } from './sender.ts';

type AnsweredBatch = AnsweredPart<IsochronesAnswer>;

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
    sendApart(slice, ({ from, to }) =>
      sender.send('isochrones', { ...query, locations: query.locations.slice(from, to) }, signal),
    ),
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
