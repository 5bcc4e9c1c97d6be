import { InvalidInputError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Coordinate, Isochrone } from '../src/index.ts';
import { drawHeatMap, drawMap, drawText } from '../src/picture/index.ts';
import { sampleRoute } from './sample-route.ts';

const ring: Coordinate[] = [
  [8.67, 49.4],
  [8.7, 49.4],
  [8.7, 49.43],
  [8.67, 49.4],
];
const isochrone = (range: number): Isochrone => ({
  locationIndex: 0,
  range,
  areaSquareMeters: 1,
  geometry: { type: 'Polygon', coordinates: [ring] },
});
const waypoints = [{ position: [8.68, 49.41] as Coordinate }, { position: [8.69, 49.42] as Coordinate }];
const meta = { attribution: ['© OpenStreetMap contributors'] };
const content = { routes: [sampleRoute], isochrones: [isochrone(300), isochrone(600)], waypoints, meta };
const matrix = {
  durationsSeconds: [
    [0, 60],
    [null, 0],
  ],
};

/** The names of the elements in the order of the picture. Throws for markup that is not balanced. */
function elementsOf(svg: string): string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, slash, name = '', attributes = '', end] of svg.matchAll(
    /<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>/g,
  )) {
    if (slash === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes another element.`);
    } else {
      found.push(attributes.includes('stroke-linejoin') && name === 'path' ? 'route' : name);
      if (end === '') open.push(name);
    }
  }
  expect(open).toEqual([]);
  // Nothing but elements, and text without markup.
  expect(svg.replace(/<\/?[a-z]+(?: [a-zA-Z-]+="[^"<]*")*\/?>/g, '')).not.toMatch(/[<>]/);
  return found;
}

describe('drawMap', () => {
  it('draws the routes of a plan, and places and lines that cannot be changed', () => {
    const times = { durationSeconds: 70, waitingSeconds: 0, serviceSeconds: 0 };
    const plan = { routes: [{ vehicleId: 'v', stops: [], ...times, geometry: sampleRoute.geometry }] };
    expect(elementsOf(drawMap(plan)).filter((name) => name === 'route')).toHaveLength(2);
    expect(drawMap(plan)).toContain('<title>1.2 min</title>');
    const line = [[8.68, 49.41], [8.69, 49.42]] as const; // biome-ignore format: a line
    const points = line.map((position) => ({ position }));
    expect(drawMap({ points, lines: [line] })).toContain('<circle');
    const bare = { routes: [{ ...plan.routes[0], geometry: undefined }] } as never;
    for (const draw of [drawMap, drawText])
      expect(() => draw(bare)).toThrow('content.routes[0].geometry must be a LineString, not undefined');
  });

  it('R1: shows each route, area and waypoint, the legend, a scale and the attribution', () => {
    const svg = drawMap(content, { labels: ['Home', 'Work'] });
    const elements = elementsOf(svg);
    expect(elements.slice(0, 4)).toEqual(['svg', 'title', 'desc', 'rect']);
    expect(elements.filter((name) => name === 'route')).toHaveLength(2);
    expect(svg.match(/fill-rule="evenodd"/g)).toHaveLength(2);
    expect(elements.filter((name) => name === 'circle')).toHaveLength(2);
    for (const label of ['Home', 'Work', 'within 5 min', 'within 10 min', '1.5 km, 2.5 min'])
      expect(svg).toContain(`>${label}</text>`);
    expect(svg).toContain('© OpenStreetMap contributors</text>');
    expect(svg).toMatch(/>\d+ (?:m|km)<\/text>/);
    expect(svg).toContain('<title>A map with 1 route and 2 isochrones</title>');
    expect(svg).toContain('width="800" height="500" viewBox="0 0 800 500" role="img"');
  });

  it('the same content gives the same picture; the dark one has the same elements', () => {
    expect(drawMap(content)).toBe(drawMap(structuredClone(content)));
    const dark = drawMap(content, { theme: 'dark' });
    expect(dark).not.toBe(drawMap(content));
    expect(elementsOf(dark)).toEqual(elementsOf(drawMap(content)));
  });

  it('R1: all of the content is inside of the picture, north is up and east is right', () => {
    const box = fc.record({
      longitude: fc.double({ min: -180, max: 179, noNaN: true }),
      latitude: fc.double({ min: -80, max: 79, noNaN: true }),
    });
    fc.assert(
      fc.property(box, ({ longitude, latitude }) => {
        const places: Coordinate[] = [
          [longitude, latitude],
          [longitude + 0.01, latitude + 0.01],
        ];
        const svg = drawMap({ waypoints: places.map((position) => ({ position })) });
        const dots = [...svg.matchAll(/cx="([-\d.]+)" cy="([-\d.]+)"/g)].map(([, x, y]) => [
          +`${x}`,
          +`${y}`,
        ]);
        const [southWest, northEast] = dots as [[number, number], [number, number]];
        for (const [x, y] of dots as [number, number][])
          expect(x >= 40 && x <= 760 && y >= 40 && y <= 460).toBe(true);
        expect(northEast[0]).toBeGreaterThan(southWest[0]);
        expect(northEast[1]).toBeLessThan(southWest[1]);
      }),
    );
  });

  it('R1: a route over the date line is short', () => {
    const coordinates: Coordinate[] = [
      [179.99, 10],
      [-179.99, 10.01],
    ];
    const svg = drawMap({ routes: [{ ...sampleRoute, geometry: { type: 'LineString', coordinates } }] });
    const [, left, right] = /d="M([\d.]+) [\d.]+L([\d.]+) [\d.]+" fill="none"/.exec(svg) ?? [];
    expect(Number(left)).toBeLessThan(Number(right));
    expect(svg).toMatch(/>\d+ (?:m|km)<\/text>/);
    expect(svg).not.toContain('1000 km');
  });

  it('a line of 100 000 points makes a small file', () => {
    const coordinates = Array.from(
      { length: 100_000 },
      (_, at): Coordinate => [8 + at / 1e5, 49 + Math.sin(at / 5_000) / 10],
    );
    const svg = drawMap({ routes: [{ ...sampleRoute, geometry: { type: 'LineString', coordinates } }] });
    expect(svg.length).toBeLessThan(20_000);
  });

  it('R8: no label breaks out of the markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (label) => {
        const labels = [label, '"><script>alert(1)</script>'];
        elementsOf(drawMap({ waypoints, meta: { attribution: [label] } }, { labels, title: label }));
        elementsOf(drawHeatMap(matrix, { labels, title: label }));
      }),
    );
  });

  it('nothing, or a single place, is a picture, too', () => {
    for (const empty of [{}, { waypoints: [{ position: null }] }, { waypoints: waypoints.slice(1) }]) {
      expect(elementsOf(drawMap(empty)).length).toBeGreaterThan(4);
      expect(drawMap(empty)).not.toMatch(/NaN|Infinity/);
    }
  });

  it('R8: refuses a size that is none', () => {
    for (const width of [0, -1, 1.5, Number.NaN, 1e9])
      expect(() => drawMap(content, { width })).toThrow(InvalidInputError);
  });

  it('a matrix with places becomes lines, except from a place to itself and where no route is', () => {
    const svg = drawMap({ ...matrix, origins: waypoints, destinations: waypoints });
    // The line, and the swatch of the legend.
    expect(svg.match(/stroke-opacity=".7"/g)).toHaveLength(2);
    expect(svg).toContain('<title>1 min</title>');
  });
});

it('a name left of its pin ends beside it, in any font', () => {
  const edge = [8.68, 8.69].map((longitude) => ({ position: [longitude, 49.41] as [number, number] }));
  const svg = drawMap({ waypoints: edge }, { labels: ['west', 'a name that is too long for the east'] });
  const [, x = ''] = /<circle cx="([\d.]+)"[^>]*><title>a name/.exec(svg) ?? [];
  expect(svg).toMatch(new RegExp(`<text x="${Number(x) - 15}"[^>]*text-anchor="end"[^>]*>a name`));
});

describe('drawHeatMap', () => {
  it('R1: has a cell for each pair; an unreachable one has a cross', () => {
    const svg = drawHeatMap(matrix, { labels: ['a', 'b'] });
    elementsOf(svg);
    expect(svg.match(/<rect[^>]*><title>/g)).toHaveLength(4);
    expect(svg.match(/<title>no route<\/title>/g)).toHaveLength(1);
    // In the cell, and in the legend, which ends at the highest value.
    expect(svg.match(/>×<\/text>/g)).toHaveLength(2);
    expect(svg.match(/>(0 s|1 min|no route)<\/text>/g)).toHaveLength(3 + 3);
    expect(drawHeatMap(matrix, { legend: false })).not.toContain('>no route</text>');
    expect(svg).toContain('>1 min</text>');
    expect(drawHeatMap({ distancesMeters: [[1_500]] })).toContain('>1.5 km</text>');
  });

  it('200 × 200 cells have no text, and only as many headings as fit', () => {
    const many = Array.from({ length: 200 }, (_, row) => Array.from({ length: 200 }, (_, at) => row * at));
    const svg = drawHeatMap({ durationsSeconds: many });
    expect(svg.match(/<text/g)?.length).toBeLessThan(120);
  });

  it('no two column names are cut to the same text', () => {
    const labels = Array.from({ length: 40 }, (_, index) => `Branch ${index + 1} in the long street`);
    const svg = drawHeatMap({ durationsSeconds: labels.map(() => labels.map(() => 60)) }, { labels });
    const columns = [...svg.matchAll(/text-anchor="middle" fill="[^"]*">(Branch [^<]*)</g)].map(
      ([, name]) => name,
    );
    expect(columns.length).toBeGreaterThan(3);
    expect(new Set(columns).size).toBe(columns.length);
    expect(columns[1]).toBe('Branch 8 i…');
  });

  it('R8: refuses a matrix without tables', () => {
    expect(() => drawHeatMap({})).toThrow(InvalidInputError);
    expect(() => drawHeatMap(matrix, { metric: 'distance' })).toThrow(InvalidInputError);
  });
});

describe('drawText', () => {
  it('draws in braille, with digits at the waypoints', () => {
    const text = drawText(content, { columns: 40, rows: 10 });
    const lines = text.trimEnd().split('\n');
    expect(lines.map((line) => line.length)).toEqual(Array.from({ length: 10 }, () => 40));
    expect(text).toMatch(/^[\u2800-\u28ff12\n]+$/);
    expect(text.match(/[12]/g)?.sort()).toEqual(['1', '2']);
    expect(lines.findIndex((line) => line.includes('2'))).toBeLessThan(
      lines.findIndex((line) => line.includes('1')),
    );
    expect(drawText({})).toMatch(/^[\u2800\n]+$/);
    expect(() => drawText(content, { rows: 0 })).toThrow(InvalidInputError);
  });
});
