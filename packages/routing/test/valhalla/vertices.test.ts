import { decodePolyline, encodePolyline, type Position } from '@org/routing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verticesAt } from '../../src/drivers/valhalla/vertices.ts';

/** A degree of longitude at the equator, in steps of about 11 m. */
const place = (east: number, north: number): Position => [10 + east / 10_000, north / 10_000];
const rounded = (line: readonly Position[], precision: 5 | 6) =>
  decodePolyline(encodePolyline(line, { precision }), { precision });

/** Walks on a grid: they cross themselves and turn around. Neighbours differ. */
const walks = fc
  .array(fc.constantFrom<readonly [number, number]>([3, 0], [-3, 0], [0, 3], [0, -3], [1, 2]), {
    minLength: 1,
    maxLength: 30,
  })
  .map((steps) => {
    const corners: (readonly [number, number])[] = [[0, 0]];
    for (const [east, north] of steps) {
      const [x, y] = corners.at(-1) ?? [0, 0];
      corners.push([x + east, y + north]);
    }
    return corners.map(([east, north]) => place(east, north));
  });

describe('the vertices of a line at the points of a shape', () => {
  it('are its own, whatever the precision of the shape', () => {
    const property = fc.property(walks, fc.constantFrom<5 | 6>(5, 6), (line, precision) => {
      expect(verticesAt(rounded(line, precision), line)).toEqual(line.map((_, index) => index));
    });
    fc.assert(property);
  });

  it('are those before the points that a finer shape has between them', () => {
    const property = fc.property(walks, (line) => {
      const finer = line.flatMap((point, index): Position[] => {
        const next = line[index + 1];
        if (next === undefined) return [point];
        return [point, [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]];
      });
      expect(verticesAt(finer, line)).toEqual(finer.map((_, index) => index >> 1));
    });
    fc.assert(property);
  });

  it('are those of the shape where the line is finer', () => {
    const line = [0, 1, 2, 3, 4].map((east) => place(east, 0));
    expect(verticesAt([place(0, 0), place(2, 0), place(4, 0)], line)).toEqual([0, 2, 4]);
  });

  const line = [place(0, 0), place(5, 0), place(10, 0)];
  it.each<[string, Position[]]>([
    ['that leaves the line between its ends', [place(0, 0), place(5, 3), place(10, 0)]],
    ['that passes by a vertex', [place(0, 0), place(2, 0), place(5, 3), place(8, 0), place(10, 0)]],
    ['that starts later', [place(5, 0), place(10, 0)]],
    ['that ends before', [place(0, 0), place(5, 0)]],
    ['without points', []],
  ])('a shape %s is another line', (_name, shape) => {
    expect(verticesAt(shape, line)).toBe(undefined);
  });

  it('are its own where the line turns in a dead end, with vertices within a few metres', () => {
    for (const meters of [1, 2, 4, 5, 8]) {
      const at = (along: number, aside: number): Position => [8 + along / 71_500, 50 + aside / 111_000];
      const line = [
        at(0, 0),
        at(50, 0),
        at(50, meters),
        at(50, 2 * meters),
        at(50, meters),
        at(50, 0),
        at(90, 0),
      ];
      expect(verticesAt(line, line)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    }
  });

  it('a shape that cuts off a detour of the line is another line', () => {
    const detour = [place(0, 0), place(5, 0), place(5, 5), place(5, 0), place(10, 0)];
    expect(verticesAt([place(0, 0), place(5, 0), place(10, 0)], detour)).toBe(undefined);
    expect(verticesAt(detour, detour)).toEqual([0, 1, 2, 3, 4]);
  });

  it('every segment is visited a few times, however long the line is', () => {
    // A getter counts how often the places of the line are read.
    let reads = 0;
    const long = Array.from({ length: 3000 }, (_, index) => place(index, index % 2));
    const counted = new Proxy(long, {
      get(target, name, receiver) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads += 1;
        return Reflect.get(target, name, receiver);
      },
    });
    const finer = long.flatMap((point, index): Position[] => {
      const next = long[index + 1];
      return next === undefined ? [point] : [point, [(point[0] + next[0]) / 2, (point[1] + next[1]) / 2]];
    });
    expect(verticesAt(finer, counted)).toHaveLength(5999);
    expect(reads).toBeLessThan(12 * finer.length);
  });
});
