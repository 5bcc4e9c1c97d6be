import type { SandboxResponse } from '../../../http/exchange.ts';
import { calculateMatrix, type MatrixCell } from '../../engine/matrix.ts';
import { roundTo } from '../../engine/position.ts';
import { snapAll } from '../../engine/snap.ts';
import {
  describePlace,
  exclusionsOf,
  locationOptions,
  type OsrmCall,
  readRadiuses,
  snapEach,
} from './locations.ts';
import { invalidOptions, noSegment, OsrmProblem } from './problem.ts';
import { readAmount, readIndexes, readWords } from './request.ts';

const maxTablePlaces = 100;

/** `/table/v1`. */
export async function handleTable(call: OsrmCall): Promise<SandboxResponse> {
  const { engine, costing, request } = call;
  const { positions, signal } = request;
  if (positions.length > maxTablePlaces)
    throw new OsrmProblem('TooBig', `Too many table coordinates: the most are ${maxTablePlaces}`);
  const sources = readIndexes(request, 'sources');
  const destinations = readIndexes(request, 'destinations');
  const metrics = readWords(request, 'annotations', ['duration', 'distance']);
  const snapped = await snapEach(call);
  const shared = { engine, costing, signal, locations: positions, locationOptions: locationOptions(request) };
  const more = exclusionsOf(call);
  const cells = await calculateMatrix({ ...shared, snapped, sources, destinations, more });
  const table = (value: (cell: MatrixCell) => number) =>
    cells.map((row) => row.map((cell) => (cell === undefined ? null : roundTo(value(cell), 1))));
  const places = (indexes: readonly number[]) =>
    indexes.flatMap((index) => snapped.slice(index, index + 1).map(describePlace));
  return {
    status: 200,
    json: {
      code: 'Ok',
      ...((metrics.length === 0 || metrics.includes('duration')) && {
        durations: table(({ seconds }) => seconds),
      }),
      ...(metrics.includes('distance') && { distances: table(({ meters }) => meters) }),
      ...(request.options.get('skip_waypoints') !== 'true' && {
        sources: places(sources),
        destinations: places(destinations),
      }),
    },
  };
}

/** `/nearest/v1`. */
export async function handleNearest({ engine, costing, request }: OsrmCall): Promise<SandboxResponse> {
  const { positions, signal } = request;
  if (positions.length !== 1) throw invalidOptions('Only one input coordinate is supported');
  const count = readAmount('number', request.options.get('number') ?? '1');
  if (count < 1) throw invalidOptions('number must be at least 1.');
  const [points = []] = await snapAll(engine, costing, positions, signal, locationOptions(request));
  const [radius = 0] = readRadiuses(request);
  const near = points.filter(({ distanceMeters }) => distanceMeters <= radius);
  if (near.length === 0) throw noSegment(0);
  // The two directions of a road are one place here.
  const places = new Map(near.map((point) => [`${point.position} ${point.name}`, point]));
  return {
    status: 200,
    json: { code: 'Ok', waypoints: [...places.values()].slice(0, count).map(describePlace) },
  };
}
