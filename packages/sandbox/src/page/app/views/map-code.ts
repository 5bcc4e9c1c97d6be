import type { WaysQuery } from './map-model.ts';

const costings: Record<WaysQuery['profile'], string> = {
  driving: 'auto',
  truck: 'truck',
  cycling: 'bicycle',
  walking: 'pedestrian',
};

/** The request of the map as a program. */
export function renderProgram({ profile, from, to, rangesSeconds }: WaysQuery): string {
  const waypoints = `[${JSON.stringify(from)}, ${JSON.stringify(to)}]`;
  return [
    "import { createRoutingClient } from '@org/routing';",
    "import { valhalla } from '@org/routing/valhalla';",
    '',
    '// The address is in VALHALLA_BASE_URL.',
    'await using routing = createRoutingClient({ driver: valhalla() });',
    'const { routes } = await routing.directions({',
    `  profile: '${profile}',`,
    `  waypoints: ${waypoints.replaceAll(',', ', ')},`,
    '});',
    'console.log(routes[0].distanceMeters, routes[0].durationSeconds);',
    ...(rangesSeconds.length === 0
      ? []
      : [
          '',
          'const { isochrones } = await routing.isochrones({',
          `  profile: '${profile}',`,
          `  locations: [${JSON.stringify(from).replace(',', ', ')}],`,
          `  ranges: [${rangesSeconds.join(', ')}],`,
          "  rangeType: 'time',",
          '});',
          'console.log(isochrones.map(({ areaSquareMeters }) => areaSquareMeters));',
        ]),
  ].join('\n');
}

/** The requests of the map as shell commands. */
export function renderMapCurl({ profile, from, to, rangesSeconds }: WaysQuery): string {
  const [start, end] = [from, to].map(([lon, lat]) => ({ lon, lat }));
  const costing = costings[profile];
  const route = curl('route', { locations: [start, end], costing, units: 'kilometers' });
  if (rangesSeconds.length === 0) return route;
  const contours = rangesSeconds.map((seconds) => ({ time: seconds / 60 }));
  return `${route}\n\n${curl('isochrone', { locations: [start], costing, contours, polygons: true })}`;
}

function curl(action: string, body: object): string {
  return `curl "$VALHALLA_BASE_URL/${action}" \\\n  --json '${JSON.stringify(body)}'`;
}
