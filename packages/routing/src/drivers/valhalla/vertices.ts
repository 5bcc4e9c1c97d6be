import { distanceBetween, nearestOnSegment, type Position } from '../../driver.ts';

// Engines 3.6.1 and 3.9.1 repeat a line that they made. The points of another engine's line are rounded.
const farthestMeters = 5;

/**
 * The vertex of a line at each point of a shape that follows it, or the last one before the point. Each
 * segment of the line is visited once, in order: a line may turn around.
 *
 * @returns `undefined` for a shape that leaves the line, or misses a part of it
 */
export function verticesAt(shape: readonly Position[], line: readonly Position[]): number[] | undefined {
  if (!isNear(shape[0], line[0]) || !isNear(shape.at(-1), line.at(-1))) return undefined;
  // The line itself, which may turn around within the distance that finds a vertex.
  if (shape.length === line.length && shape.every((point, index) => isNear(point, line[index])))
    return [...shape.keys()];
  const vertices: number[] = [];
  // The segment of the last point, and its distance from the start of the segment.
  let [segment, metersAlong] = [0, 0];
  for (const [index, point] of shape.entries()) {
    const first = segment;
    let found = onSegment(line, segment, point);
    while (
      found.aside > farthestMeters ||
      (segment === first && found.along < metersAlong - farthestMeters)
    ) {
      if (segment >= line.length - 2) return undefined;
      segment += 1;
      found = onSegment(line, segment, point);
    }
    // Of short segments, the point may be near several.
    while (found.left < farthestMeters && segment < line.length - 2) {
      const next = onSegment(line, segment + 1, point);
      if (next.aside > found.aside - 0.01) break;
      segment += 1;
      found = next;
    }
    const passed = line.slice(first + 1, segment + 1);
    const between = [shape[index - 1] ?? point, point] as const;
    if (passed.some((vertex) => onSegment(between, 0, vertex).aside > farthestMeters)) return undefined;
    metersAlong = found.along;
    vertices.push(Math.max(vertices.at(-1) ?? 0, segment + (isAtEnd(found) ? 1 : 0)));
  }
  return vertices;
}

function onSegment(line: readonly Position[], index: number, point: Position) {
  const [from = point, to = from] = [line[index], line[index + 1]];
  const length = distanceBetween(from, to);
  const { part, meters: aside } = nearestOnSegment(from, to)(point);
  const along = part * length;
  return { aside, along, left: length - along };
}

function isAtEnd({ along, left }: { readonly along: number; readonly left: number }): boolean {
  return left < farthestMeters && left <= along;
}

function isNear(a: Position | undefined, b: Position | undefined): boolean {
  return a !== undefined && b !== undefined && distanceBetween(a, b) <= farthestMeters;
}
