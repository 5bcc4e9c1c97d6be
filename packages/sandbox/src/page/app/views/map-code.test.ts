import { describe, expect, it } from 'vitest';
import { renderMapCurl, renderProgram } from './map-code.ts';
import type { WaysQuery } from './map-model.ts';

const query: WaysQuery = { profile: 'walking', from: [10, 50], to: [10.007, 50.0045], rangesSeconds: [] };

describe('the request of the map as code', () => {
  it('is one curl for a route, with a body that the engine takes', () => {
    const [command, body = ''] = renderMapCurl(query).split(" \\\n  --json '");
    expect(command).toBe('curl "$VALHALLA_BASE_URL/route"');
    expect(JSON.parse(body.slice(0, -1))).toEqual({
      locations: [
        { lon: 10, lat: 50 },
        { lon: 10.007, lat: 50.0045 },
      ],
      costing: 'pedestrian',
      units: 'kilometers',
    });
  });

  it('has the reachable areas too, as curl and as a program', () => {
    const reach = { ...query, rangesSeconds: [180, 360] };
    expect(renderMapCurl(reach)).toContain('isochrone" \\\n  --json');
    expect(renderMapCurl(reach)).toContain('"contours":[{"time":3},{"time":6}]');
    expect(renderProgram(reach)).toContain('ranges: [180, 360]');
    expect(renderProgram(query)).not.toContain('isochrones');
  });
});
