// The tables of what each routing driver can do, from the drivers' own capabilities. `pnpm api` writes them
// into packages/routing/docs/drivers.md; a guard compares.
import { readFileSync, writeFileSync } from 'node:fs';
import type { RoutingCapabilities } from '@org/routing';
import type { PerProfile } from '@org/routing/driver';
import { embedded } from '@org/routing/embedded';
import { google } from '@org/routing/google';
import { graphhopper } from '@org/routing/graphhopper';
import { mapbox } from '@org/routing/mapbox';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { stadia } from '@org/routing/stadia';
import { valhalla } from '@org/routing/valhalla';
import type { Need, Rows } from '../packages/routing/src/model/check/reader.ts';
import { methodNames } from '../packages/routing/src/model/engine/method-names.ts';
import { directionsDoor } from '../packages/routing/src/model/routes/directions.ts';
import { type Cell, tableOf, withMatrix, wrapItem } from './markdown-matrix.ts';
import { root } from './package-entries.ts';

const own = 'http://localhost';
const drivers: Readonly<Record<string, RoutingCapabilities>> = {
  openrouteservice: openrouteservice().capabilities,
  'openrouteservice, own': openrouteservice({ baseUrl: own }).capabilities,
  valhalla: valhalla({ baseUrl: own }).capabilities,
  stadia: stadia({ apiKey: 'key' }).capabilities,
  embedded: embedded({ tilesDirectory: 'tiles' }).capabilities,
  osrm: osrm({ baseUrl: own, profiles: ['driving'] }).capabilities,
  mapbox: mapbox({ accessToken: 'token' }).capabilities,
  google: google({ apiKey: 'key' }).capabilities,
  graphhopper: graphhopper().capabilities,
  'graphhopper, own': graphhopper({ baseUrl: own }).capabilities,
};

type Columns = Readonly<Record<string, Cell<RoutingCapabilities>>>;

const yes = (value: unknown) => (value === true ? 'yes' : '–');
const amount = (value: number) => (value === 0 || !Number.isFinite(value) ? '–' : String(value));
const range = (value: PerProfile<number>) => {
  const all = typeof value === 'number' ? [value] : Object.values(value);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  return least === most ? amount(most) : `${least}–${most}`;
};

/** A column for each option that a row names one for. */
export function columnsOf(rows: Rows): Columns {
  const columns = needsIn(rows).flatMap(
    ({ column, capability }): readonly (readonly [string, Columns[string]])[] =>
      column === undefined ? [] : [[column, ({ options }) => honoured(Object(options)[capability])]],
  );
  return Object.fromEntries(columns);
}

function needsIn(rows: Rows): readonly Need[] {
  return Object.values(rows).flatMap((row) => [...row.needs, ...needsIn(row.rows)]);
}

function honoured(stated: PerProfile<boolean | readonly string[]> | undefined): string {
  if (Array.isArray(stated)) return stated.join(', ');
  const isSome = typeof stated === 'object' && Object.values(stated).includes(true);
  return isSome ? 'by profile' : yes(stated);
}

const caps: Columns = {
  waypoints: ({ caps: most }) => range(most.waypoints),
  alternatives: ({ caps: most }) => amount(most.alternatives),
  'places of isochrones': ({ caps: most }) => amount(most.isochroneLocations),
  ranges: ({ caps: most }) => amount(most.isochroneRanges),
  'cells of a matrix': ({ caps: most }) => amount(most.matrixCells),
  'its places': ({ caps: most }) => amount(most.matrixPlaces ?? Number.POSITIVE_INFINITY),
};

/** The tables, as Markdown. */
export function routingMatrix(): string {
  const lists = Object.entries(drivers).map(([name, can]) => {
    const offered = methodNames.filter((method) => can[method] === true).map((method) => `\`${method}\``);
    const along = can.options.attributes ?? [];
    const attributes = along.length === 0 ? '' : `; attributes ${along.join(', ')}`;
    return wrapItem(`- \`${name}\`: ${offered.join(' ')}; profiles ${can.profiles.join(', ')}${attributes}`);
  });
  return [...lists, '', tableOf(drivers, columnsOf(directionsDoor.rows)), '', tableOf(drivers, caps)].join(
    '\n',
  );
}

const page = `${root}packages/routing/docs/drivers.md`;

/** The page with the tables as they are now. */
export function withRoutingMatrix(text: string): string {
  return withMatrix(text, routingMatrix());
}

if (import.meta.main) writeFileSync(page, withRoutingMatrix(readFileSync(page, 'utf8')));
