// Options that are one of some words, or a list of texts: any other value is an error of this package that
// names the option, before anything else.
import { createRoutingClient, encodePolyline, isOrgError } from '@org/routing';
import { buildMap, embedded } from '@org/routing/embedded';
import { generic } from '@org/routing/generic';
import { google } from '@org/routing/google';
import { graphhopper } from '@org/routing/graphhopper';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { drawHeatMap, drawMap } from '@org/routing/picture';
import { nearestDestinations, toCsv, toGpx } from '@org/routing/results';
import { stadia } from '@org/routing/stadia';
import { describe, expect, it } from 'vitest';

const matrix = { durationsSeconds: [[0, 1]], distancesMeters: [[0, 1]] };
const baseUrl = 'http://127.0.0.1:9';
const units = (given: object) => ({
  name: 'own',
  baseUrl,
  profiles: { driving: 'car' },
  units: given,
  matrix: {
    path: '/m',
    fields: { origins: 'from', destinations: 'to' },
    tables: { durations: 'd', distances: 'm' },
  },
});

/** A use of each option with a value. */
const options: Readonly<Record<string, (value: never) => unknown>> = {
  'drawMap theme': (theme) => drawMap({ lines: [] }, { theme }),
  'drawMap rangeType': (rangeType) => drawMap({ lines: [] }, { rangeType }),
  'drawMap labels': (labels) => drawMap({ lines: [] }, { labels }),
  'drawHeatMap theme': (theme) => drawHeatMap(matrix, { theme }),
  'drawHeatMap metric': (metric) => drawHeatMap(matrix, { metric }),
  'drawHeatMap destinationLabels': (destinationLabels) => drawHeatMap(matrix, { destinationLabels }),
  'toCsv layout': (layout) => toCsv(matrix, { layout }),
  'toCsv metric': (metric) => toCsv(matrix, { layout: 'wide', metric }),
  'toGpx instructions': (instructions) => toGpx({ routes: [] }, { instructions }),
  'nearestDestinations metric': (metric) => nearestDestinations(matrix, 0, { metric }),
  'encodePolyline elevationRounding': (elevationRounding) => encodePolyline([[8, 49]], { elevationRounding }),
  'google traffic': (traffic) => google({ traffic }),
  'google fields': (fields) => google({ fields }),
  'stadia region': (region) => stadia({ region }),
  'stadia traffic': (traffic) => stadia({ traffic }),
  'graphhopper plan': (plan) => graphhopper({ plan }),
  'graphhopper drivingSide': (drivingSide) => graphhopper({ baseUrl, drivingSide }),
  'openrouteservice plan': (plan) => openrouteservice({ plan }),
  'osrm instructions': (instructions) => osrm({ baseUrl, instructions }),
  'embedded isolation': (isolation) => embedded({ tilesDirectory: 'tiles', isolation }),
  'buildMap drivingSide': (drivingSide) => buildMap({ extracts: [], directory: 'none', drivingSide }),
  'generic distance': (distance) => generic(units({ distance })),
  'generic duration': (duration) => generic(units({ duration })),
  'dailyCap unit': (unit) => createRoutingClient({ driver: osrm({ baseUrl }), dailyCap: { limit: 1, unit } }),
};

const wrong = ['Dark', '', 'toString', '__proto__', 7, [1], {}];

describe.each(Object.keys(options))('%s', (name) => {
  const word = name.split(' ')[1] ?? '';

  it.each(wrong)('%j is an error that names it', async (value) => {
    let error: unknown;
    try {
      await options[name]?.(value as never);
    } catch (thrown) {
      error = thrown;
    }
    expect(isOrgError(error), String(error)).toBe(true);
    expect(error).toMatchObject({ outcome: 'not-sent' });
    // A matrix has no such metric.
    expect(String(error)).toContain(word === 'metric' ? 'The matrix has no' : word);
  });

  it('may be absent', async () => {
    const call = async () => options[name]?.(undefined as never);
    if (name === 'buildMap drivingSide') await expect(call()).rejects.toThrow('needs a map');
    else await call();
  });
});
