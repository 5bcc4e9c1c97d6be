/** The first value of a result that its documentation excludes, with its path. */
export function outOfRange(value: unknown, path = 'result', key = ''): string | undefined {
  if (typeof value === 'number') return isInRange(key, value) ? undefined : `${path} is ${value}`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && isPosition(key, value)) return placeProblem(value, path);
  const route = routeProblem(value, path);
  if (route !== undefined) return route;
  for (const [name, item] of Object.entries(value)) {
    if (name === 'raw' || name === 'providerType') continue;
    const of = Array.isArray(value) ? key : name;
    const problem = outOfRange(item, `${path}.${name}`, of);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const leastOf: Readonly<Record<string, number>> = { exit: 1, range: Number.MIN_VALUE };
const mostOf: Readonly<Record<string, number>> = { confidence: 1 };

function isInRange(key: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (/^(boundingBox|gradient|coordinates|timeSeconds)$/.test(key)) return true;
  if (/(Index|Order|Range|exit)$/.test(key) && !Number.isSafeInteger(value)) return false;
  return value >= (leastOf[key] ?? 0) && value <= (mostOf[key] ?? Infinity);
}

const isPosition = (key: string, list: readonly unknown[]) =>
  (key === 'position' || key === 'coordinates' || key === 'center') && typeof list[0] === 'number';

function placeProblem([longitude, latitude]: readonly number[], path: string): string | undefined {
  const isOnEarth = Math.abs(Number(longitude)) <= 180 && Math.abs(Number(latitude)) <= 90;
  return isOnEarth ? undefined : `${path} is ${longitude},${latitude}`;
}

interface RouteLike {
  readonly geometry: { readonly coordinates: readonly unknown[] };
  readonly legs: readonly { readonly geometryRange: readonly [number, number]; readonly steps: unknown }[];
}

/** Legs follow each other along the line, from its first point to its last. */
function routeProblem(value: object, path: string): string | undefined {
  if (!('legs' in value && 'geometry' in value)) return undefined;
  const { geometry, legs } = value as RouteLike;
  const last = geometry.coordinates.length - 1;
  const ends = legs.map(({ geometryRange }) => geometryRange);
  const isWhole = ends[0]?.[0] === 0 && ends.at(-1)?.[1] === last;
  const isJoined = ends.every(([from, to], index) => from <= to && from === (ends[index - 1]?.[1] ?? 0));
  return isWhole && isJoined
    ? undefined
    : `${path} has legs of ${JSON.stringify(ends)}, its line ends at ${last}`;
}
