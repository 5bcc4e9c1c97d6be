import { type Engine, EngineError, loadEngine, platformSupport } from '@org/routing/embedded';
import { beforeAll, describe, expect, it } from 'vitest';
import { prepareTown } from '../src/map/prepare.ts';
import { createTown } from '../src/map/town.ts';
import { createTownMap, locateGridPoint } from '../src/map/town-map.ts';
import { type GridPoint, turnBan } from '../src/map/town-plan.ts';

const support = platformSupport();

interface Trip {
  readonly summary: { readonly length: number; readonly time: number; readonly has_toll: boolean };
  readonly legs: readonly {
    readonly maneuvers: readonly {
      readonly type: number;
      readonly street_names?: readonly string[];
      readonly roundabout_exit_count?: number;
    }[];
  }[];
}

const at = (point: GridPoint) => {
  const [lon, lat] = locateGridPoint(point);
  return { lon, lat };
};

describe.skipIf(!support.supported)(`the town, as the engine sees it ${support.reason ?? ''}`, () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await loadEngine({ tilesDirectory: (await prepareTown()).tilesDirectory });
  });

  async function route(costing: string, from: GridPoint, to: GridPoint, options: object = {}) {
    const body = { locations: [at(from), at(to)], costing, ...options };
    const { trip } = (await engine.call('route', body)) as { trip: Trip };
    const maneuvers = trip.legs.flatMap((leg) => leg.maneuvers);
    return {
      ...trip.summary,
      streets: maneuvers.flatMap((maneuver) => maneuver.street_names ?? []),
      types: maneuvers.map(({ type }) => type),
      exit: maneuvers.find((maneuver) => maneuver.roundabout_exit_count)?.roundabout_exit_count,
    };
  }

  it('sends cars over the Old Bridge, turning right twice: traffic keeps to the right', async () => {
    const { streets, length, types } = await route('auto', [5, 5], [5, 6]);
    expect(streets).toEqual(['South Quay', 'Old Bridge', 'North Quay']);
    expect(length).toBeCloseTo(0.5, 1);
    expect(types).toEqual([1, 10, 10, 4]);
  });

  it('sends walkers over the Foot Bridge', async () => {
    const { streets, length } = await route('pedestrian', [5, 5], [5, 6]);
    expect(streets).toContain('Foot Bridge');
    expect(length).toBeCloseTo(0.3, 1);
  });

  it.each([
    [10, 'New Bridge', true],
    [2, 'Old Bridge', false],
  ])('sends a lorry of %d t over the %s', async (weight, bridge, toll) => {
    const { streets, has_toll } = await route('truck', [5, 5], [5, 6], {
      costing_options: { truck: { weight } },
    });
    expect(streets).toContain(bridge);
    expect(has_toll).toBe(toll);
  });

  it('lets cars pay on New Bridge, unless they would rather not', async () => {
    const paying = await route('auto', [7, 5], [7, 6]);
    const avoiding = await route('auto', [7, 5], [7, 6], { costing_options: { auto: { use_tolls: 0 } } });
    expect(paying).toMatchObject({ has_toll: true, streets: expect.arrayContaining(['New Bridge']) });
    expect(avoiding).toMatchObject({ has_toll: false, streets: expect.arrayContaining(['Old Bridge']) });
    expect(avoiding.length).toBeGreaterThan(paying.length);
  });

  it('excludes the toll bridge on request', async () => {
    const options = { costing_options: { auto: { exclude_tolls: true } } };
    expect(await route('auto', [7, 5], [7, 6], options)).toMatchObject({ has_toll: false });
  });

  it.each([
    ['east', [10.5, 9] as GridPoint, 2],
    ['north', [9, 10.5] as GridPoint, 3],
  ])('counts the exits of the roundabout against the clock: %s', async (_, to, exit) => {
    const found = await route('auto', [7, 9], to);
    expect(found.exit).toBe(exit);
    expect(found.types).toEqual(expect.arrayContaining([26, 27]));
  });

  it('forbids the left turn from New Bridge onto the quay', async () => {
    const { streets } = await route('auto', [8, 5], [6.5, 6]);
    expect(streets).toEqual(['New Bridge', 'Linden Street', 'Rowan Lane', 'North Quay']);
  });

  it('keeps to the one-way streets', async () => {
    expect((await route('auto', [1, 2], [6, 2])).length).toBeCloseTo(0.5, 1);
    expect((await route('auto', [6, 2], [1, 2])).length).toBeGreaterThan(0.6);
    expect((await route('auto', [6, 3], [1, 3])).length).toBeCloseTo(0.5, 1);
    expect((await route('auto', [1, 3], [6, 3])).length).toBeGreaterThan(0.6);
    expect((await route('auto', [4, 1], [4, 4])).length).toBeCloseTo(0.3, 1);
    expect((await route('auto', [4, 4], [4, 1])).length).toBeGreaterThan(0.4);
  });

  it('has steps for feet and a path along the bank for bicycles only', async () => {
    expect((await route('pedestrian', [5, 10], [6, 10])).streets).toEqual(['Vineyard Steps']);
    expect((await route('auto', [5, 10], [6, 10])).length).toBeGreaterThan(0.2);
    expect((await route('bicycle', [0, 5], [11, 5])).streets).toEqual(['Riverside Path']);
    expect((await route('auto', [0, 5], [11, 5])).streets).not.toContain('Riverside Path');
  });

  it('avoids an area', async () => {
    const around = [
      [2.6, 5.2],
      [3.4, 5.2],
      [3.4, 5.8],
      [2.6, 5.8],
      [2.6, 5.2],
    ] as const;
    const exclude_polygons = [around.map(locateGridPoint)];
    expect((await route('auto', [5, 5], [5, 6], { exclude_polygons })).streets).toContain('New Bridge');
  });

  it('cannot be left for the island, nor snapped to the mainland from there', async () => {
    await expect(route('auto', [0, 0], [20.5, 20])).rejects.toMatchObject({ code: 442 });
    await expect(route('auto', [0, 0], [15, 15])).rejects.toMatchObject({ code: 171 });
  });

  it('calculates a matrix that matches the routes', async () => {
    const points: GridPoint[] = [
      [0, 0],
      [5, 5],
      [11, 11],
    ];
    const body = { sources: points.map(at), targets: points.map(at), costing: 'auto', verbose: false };
    const answer = (await engine.call('sources_to_targets', body)) as {
      sources_to_targets: { durations: number[][]; distances: number[][] };
    };
    const { durations, distances } = answer.sources_to_targets;
    for (const [row, from] of points.entries()) {
      for (const [column, to] of points.entries()) {
        if (row === column) continue;
        const { time, length } = await route('auto', from, to);
        expect(Math.abs((durations[row]?.[column] ?? 0) - time)).toBeLessThan(2);
        expect(distances[row]?.[column]).toBeCloseTo(length, 2);
      }
    }
  });

  it('has the position of every named place and every end of a street', async () => {
    const { places, streets } = createTown();
    const ends = streets.flatMap(({ line }) => [line[0], line.at(-1)]);
    const positions = [...places.map(({ position }) => position), ...ends].map(([lon, lat] = [0, 0]) => ({
      lon,
      lat,
    }));
    const body = { locations: positions, costing: 'pedestrian', verbose: true };
    const located = (await engine.call('locate', body)) as { edges: { distance: number }[] | null }[];
    expect(located.map(({ edges }) => (edges?.[0]?.distance ?? Infinity) < 15)).not.toContain(false);
  });

  it('refuses with EngineError, never with the binding’s own error', async () => {
    await expect(engine.call('route', {})).rejects.toSatisfy(EngineError.isInstance);
  });
});

describe('the town as data', () => {
  it('names a turn ban between streets that exist', () => {
    const { relations, ways } = createTownMap();
    const names = relations[0]?.members.map(({ kind, id }) =>
      kind === 'way' ? ways[id - 1]?.tags['name'] : kind,
    );
    expect(names).toEqual([turnBan.from, 'node', turnBan.to]);
  });

  it('connects the banks by its three bridges only', () => {
    const { ways, nodes } = createTownMap();
    const middle = 50.00495;
    const crossing = ways.filter(({ nodeIds }) => {
      const latitudes = nodeIds.map((id) => nodes[id - 1]?.latitude ?? 0);
      return (
        latitudes.some((latitude) => latitude < middle) && latitudes.some((latitude) => latitude > middle)
      );
    });
    expect(crossing.map(({ tags }) => tags['name'])).toEqual(['Old Bridge', 'New Bridge', 'Foot Bridge']);
  });

  it('closes its areas and keeps its streets inside its bounds, all but the island', () => {
    const { areas, streets, bounds } = createTown();
    for (const { ring } of areas) expect(ring.at(-1)).toEqual(ring[0]);
    const outside = streets.filter(({ line }) =>
      line.some(
        ([lon, lat]) => lon < bounds.west || lon > bounds.east || lat < bounds.south || lat > bounds.north,
      ),
    );
    expect(outside.map(({ name }) => name)).toEqual(['Heron Walk']);
  });
});
