import {
  type AttributeName,
  type AttributeRun,
  type AttributeRuns,
  type AttributeValues,
  type DirectionsQuery,
  readWire,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

// Source: openrouteservice docs, "Surface".
const surfaces: readonly (string | null)[] = [
  null,
  'paved',
  'unpaved',
  'asphalt',
  'concrete',
  'cobblestone',
  'metal',
  'wood',
  'compacted',
  'fine_gravel',
  'gravel',
  'dirt',
  'ground',
  'ice',
  'paving_stones',
  'sand',
  'woodchips',
  'grass',
  'grass_paver',
];

// Source: openrouteservice docs, "WayType". The first three are its own, wider classes.
const roadClasses: readonly (string | null)[] = [
  null,
  'state road',
  'road',
  'street',
  'path',
  'track',
  'cycleway',
  'footway',
  'steps',
  'ferry',
  'construction',
];

// The lower bounds in per cent. Source: openrouteservice docs, "Steepness".
const gradients = [0, 1, 4, 7, 10, 16];

/** An attribute as the service calls it. */
interface Extra<Value> {
  readonly name: string;
  /** In responses, if it has other spellings there. */
  readonly keys: readonly string[];
  readonly mapValue: (value: number) => Value | null;
}

// Source: openrouteservice docs, "Extra Info".
const extras: { readonly [Name in AttributeName]?: Extra<AttributeValues[Name]> } = {
  surface: { name: 'surface', keys: ['surface'], mapValue: (value) => surfaces[value] ?? null },
  // The docs show `waytypes`; the engine sends `waytype`.
  roadClass: {
    name: 'waytype',
    keys: ['waytype', 'waytypes'],
    mapValue: (value) => roadClasses[value] ?? null,
  },
  toll: { name: 'tollways', keys: ['tollways'], mapValue: (value) => value !== 0 },
  gradient: { name: 'steepness', keys: ['steepness'], mapValue: gradientOf },
  wayId: { name: 'osmid', keys: ['osmId', 'osmid'], mapValue: same },
  suitability: { name: 'suitability', keys: ['suitability'], mapValue: same },
  green: { name: 'green', keys: ['green'], mapValue: same },
  noise: { name: 'noise', keys: ['noise'], mapValue: same },
  shadow: { name: 'shadow', keys: ['shadow'], mapValue: same },
  trailDifficulty: { name: 'traildifficulty', keys: ['traildifficulty'], mapValue: same },
};

function same(value: number): number {
  return value;
}

function gradientOf(category: number): number | null {
  const bound = gradients[Math.abs(category)];
  return bound === undefined ? null : category < 0 ? -bound : bound;
}

/** The attributes of a request, and those that `extra_info` of its `providerOptions` names. */
export function attributesOf({ attributes, providerOptions }: DirectionsQuery): readonly AttributeName[] {
  const added: readonly unknown[] = [providerOptions?.['extra_info']].flat();
  const names = Object.keys(extras) as AttributeName[];
  return [...new Set([...attributes, ...names.filter((name) => added.includes(extraName(name)))])];
}

export function extraName(name: AttributeName): string {
  return extras[name]?.name ?? name;
}

const run = z.custom<readonly [number, number, number]>(
  (value) =>
    Array.isArray(value) &&
    value.length === 3 &&
    Number.isSafeInteger(value[0]) &&
    Number.isSafeInteger(value[1]) &&
    Number.isFinite(value[2]),
  'must be two indexes and a number',
);
const extraBody = z.object({ values: z.array(run) });

/** The runs of each requested attribute; `null` along the whole line for one that the service left out. */
export function readAttributes(
  wire: Readonly<Record<string, unknown>>,
  names: readonly AttributeName[],
  last: number,
): AttributeRuns {
  const runs = names.map((name) => {
    const extra = extras[name];
    const key = extra?.keys.find((each) => wire[each] !== undefined);
    if (extra === undefined || key === undefined) return [name, [nullRun(0, last)]] as const;
    const path = `extras.${key}`;
    return [name, readRuns(readWire(extraBody, wire[key], path).values, extra, path, last)] as const;
  });
  return Object.fromEntries(runs) as AttributeRuns;
}

/** Whether the service stated the attribute. */
export function hasExtra(wire: Readonly<Record<string, unknown>>, name: AttributeName): boolean {
  return extras[name]?.keys.some((key) => wire[key] !== undefined) ?? false;
}

function nullRun(from: number, to: number): AttributeRun {
  return { geometryRange: [from, to], value: null };
}

// The runs cover the line: `null` where the service states nothing.
function readRuns(
  values: readonly (readonly [number, number, number])[],
  { mapValue }: Extra<AttributeValues[AttributeName]>,
  path: string,
  last: number,
): AttributeRun[] {
  const runs: AttributeRun[] = [];
  let at = 0;
  for (const [from, to, value] of values) {
    if (from < at || to < from || to > last)
      throw unexpectedResponse(`${path}.values`, 'must follow the line from its beginning to its end');
    if (from > at) runs.push(nullRun(at, from));
    if (to > from) runs.push({ geometryRange: [from, to], value: mapValue(value) });
    at = to;
  }
  return at < last ? [...runs, nullRun(at, last)] : runs;
}
