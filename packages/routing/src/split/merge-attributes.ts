import type { Route } from '../model/routes/route.ts';
import { type AttributeRun, type AttributeRuns, attributeNames } from '../model/travel/road-attributes.ts';

type Range = readonly [from: number, to: number];

/**
 * The attributes along consecutive lines; `ranges` are their indexes into the joined line. Runs that touch
 * with the same value are one run. Only attributes that all parts state cover the whole line.
 */
export function mergeAttributes(
  routes: readonly Pick<Route, 'attributes'>[],
  ranges: readonly Range[],
): { readonly attributes?: AttributeRuns } {
  const names = attributeNames.filter((name) => routes.every(({ attributes }) => attributes?.[name]));
  if (names.length === 0) return {};
  const merged = names.map((name) => {
    const runs = routes.flatMap(({ attributes }, index) =>
      (attributes?.[name] ?? []).map((run) => shiftRun(run, ranges[index]?.[0] ?? 0)),
    );
    return [name, fuse(runs)] as const;
  });
  return { attributes: Object.fromEntries(merged) as AttributeRuns };
}

function shiftRun({ geometryRange: [from, to], value }: AttributeRun, offset: number): AttributeRun {
  return { geometryRange: [from + offset, to + offset], value };
}

function fuse(runs: readonly AttributeRun[]): AttributeRun[] {
  const fused: AttributeRun[] = [];
  const add = (from: number, to: number, value: AttributeRun['value']) => {
    const last = fused.at(-1);
    if (last?.geometryRange[1] !== from || last.value !== value)
      fused.push({ geometryRange: [from, to], value });
    else fused[fused.length - 1] = { geometryRange: [last.geometryRange[0], to], value };
  };
  for (const { geometryRange, value } of runs) {
    const end = fused.at(-1)?.geometryRange[1];
    // Between two lines that share no point.
    if (end !== undefined && geometryRange[0] > end) add(end, geometryRange[0], null);
    add(...geometryRange, value);
  }
  return fused;
}
