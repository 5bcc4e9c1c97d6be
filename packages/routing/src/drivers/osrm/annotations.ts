import {
  type AttributeRun,
  type AttributeRuns,
  type Coordinate,
  type DirectionsQuery,
  isSamePlace,
  type Route,
  unexpectedResponse,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { OsrmAttribute } from './attribute.ts';

const limit = z.object({ speed: z.optional(z.number()), unit: z.optional(z.string()) });

/**
 * One value for each two neighbouring points of a leg.
 *
 * Source: Project-OSRM/osrm-backend docs/http.md, "Annotation object"; docs.mapbox.com, "Directions API",
 * "Route leg object".
 */
export const annotation = z.object({
  speed: z.optional(z.array(z.nullable(z.number()))),
  maxspeed: z.optional(z.array(limit)),
  congestion: z.optional(z.array(z.string())),
});

type WireAnnotation = z.infer<typeof annotation>;

interface Annotated {
  readonly name: keyof WireAnnotation;
  readonly valuesOf: (wire: WireAnnotation) => readonly AttributeRun['value'][] | undefined;
}

const kilometresPerMile = 1.609344;

const annotated: Readonly<Record<OsrmAttribute, Annotated>> = {
  averageSpeed: {
    name: 'speed',
    // In metres a second, with one decimal digit.
    valuesOf: ({ speed }) => speed?.map((value) => (value === null ? null : Math.round(value * 36) / 10)),
  },
  speedLimit: {
    name: 'maxspeed',
    // `unknown` or `none` in place of a speed.
    valuesOf: ({ maxspeed }) =>
      maxspeed?.map(({ speed, unit }) =>
        speed === undefined ? null : Math.round(speed * (unit === 'mph' ? kilometresPerMile : 1)),
      ),
  },
  congestion: {
    name: 'congestion',
    valuesOf: ({ congestion }) => congestion?.map((word) => (word === 'unknown' ? null : word)),
  },
};

const names = /* @__PURE__ */ Object.keys(annotated) as OsrmAttribute[];

/** The attributes of a request, and those that `annotations` of its `providerOptions` name. */
export function attributesOf({
  attributes,
  providerOptions,
}: Pick<DirectionsQuery, 'attributes' | 'providerOptions'>): readonly OsrmAttribute[] {
  const added: readonly unknown[] = [providerOptions?.['annotations']].flat();
  return names.filter((name) => attributes.includes(name) || added.includes(annotated[name].name));
}

/** The engine's names of the attributes of a request. */
export function annotationsOf({ attributes }: Pick<DirectionsQuery, 'attributes'>): readonly string[] {
  return names.filter((name) => attributes.includes(name)).map((name) => annotated[name].name);
}

/** The line of a route, and its segments between lines of steps that do not share a point. */
interface RouteLine {
  readonly coordinates: readonly Coordinate[];
  readonly joints: ReadonlySet<number>;
}

/** The runs of the attributes along a route; `null` where the engine states no value. */
export function readAnnotations(
  wireLegs: readonly { readonly annotation?: WireAnnotation | undefined }[],
  { legs }: Pick<Route, 'legs'>,
  line: RouteLine,
  wanted: readonly OsrmAttribute[],
  path: string,
): { readonly attributes?: AttributeRuns } {
  if (wanted.length === 0) return {};
  const entries = wanted.map((name) => {
    const values = wireLegs.flatMap(({ annotation: wire = {} }, index) => {
      const own = annotated[name].valuesOf(wire) ?? [];
      const valued = own.length === 0 ? [] : segmentsOf(legs[index]?.geometryRange, own.length, line);
      if (valued === undefined)
        throw unexpectedResponse(`${path}.legs[${index}].annotation`, 'must fit the line');
      const [from, to] = legs[index]?.geometryRange ?? [0, 0];
      const along: AttributeRun['value'][] = Array.from({ length: to - from }, () => null);
      for (const [at, segment] of valued.entries()) along[segment - from] = own[at] ?? null;
      return along;
    });
    return [name, runsOf(values)] as const;
  });
  return { attributes: Object.fromEntries(entries) as AttributeRuns };
}

/**
 * The segments of a leg that have one of `count` values: all; those of the lines of its steps, without the
 * segment between two points of a waypoint on both sides of a road; or, of these or of all, those that have a
 * length.
 */
function segmentsOf(
  [from, to]: readonly [number, number] = [0, 0],
  count: number,
  { coordinates, joints }: RouteLine,
): readonly number[] | undefined {
  const all = Array.from({ length: to - from }, (_, at) => from + at);
  const hasLength = (at: number) =>
    !isSamePlace(coordinates[at] as Coordinate, coordinates[at + 1] as Coordinate);
  const ofSteps = all.filter((at) => !joints.has(at));
  return [all, ofSteps, all.filter(hasLength), ofSteps.filter(hasLength)].find(
    ({ length }) => length === count,
  );
}

function runsOf(values: readonly AttributeRun['value'][]): AttributeRun[] {
  const starts = values.flatMap((value, at) => (at === 0 || value !== values[at - 1] ? [at] : []));
  return starts.map((from, index) => ({
    geometryRange: [from, starts[index + 1] ?? values.length],
    value: values[from] ?? null,
  }));
}
