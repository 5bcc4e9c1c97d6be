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

/** The request of the map as a shell command. */
export function renderMapCurl({ profile, from, to }: WaysQuery): string {
  const locations = [from, to].map(([lon, lat]) => ({ lon, lat }));
  const body = JSON.stringify({ locations, costing: costings[profile], units: 'kilometers' });
  return `curl "$VALHALLA_BASE_URL/route" \\\n  --json '${body}'`;
}
