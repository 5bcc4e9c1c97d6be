import { drawHeatMap, drawMap, type PictureContent, type PictureOptions } from '@org/routing/picture';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumNote, hasChromium, launchChromium } from '../../sandbox/test/chromium.ts';
import type { Coordinate, Isochrone } from '../src/index.ts';
import { sampleRoute } from './sample-route.ts';

const names = [
  'Hauptbahnhof Heidelberg, Willy-Brandt-Platz',
  'Universitätsklinikum Im Neuenheimer Feld',
  'Schloss',
  'Philosophenweg (Aussichtspunkt)',
  '海德堡大学图书馆',
  'WWWWWWWWWWWWWWWWWWWW',
];

// Six places: some on each other, some at the edge.
const places = [
  [8.68, 49.41],
  [8.6803, 49.4101],
  [8.681, 49.4102],
  [8.7, 49.42],
  [8.6805, 49.4099],
  [8.69, 49.405],
].map((position) => ({ position: position as Coordinate }));

const table = (size: number) =>
  Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, at) => ((row * 7 + at) % 11 === 3 ? null : Math.abs(row - at) * 90)),
  );
const meta = { attribution: ['openrouteservice.org', '© OpenStreetMap contributors'] };
const many = Array.from({ length: 40 }, (_, index) => `Branch ${index + 1} in the long street`);
const pairs = { durationsSeconds: table(6), origins: places, destinations: places };

type Draw = (content: PictureContent, options?: PictureOptions) => string;
const pictures: Readonly<Record<string, readonly [Draw, PictureContent, PictureOptions?]>> = {
  'six places': [drawMap, { routes: [sampleRoute], waypoints: places, meta }, { labels: names }],
  'six places, small': [drawMap, { waypoints: places, meta }, { labels: names, width: 420, height: 300 }],
  'six places without a legend': [drawMap, { waypoints: places }, { labels: names, legend: false }],
  'lines between six places': [drawMap, { ...pairs, meta }, { labels: names }],
  'a table of six': [drawHeatMap, { durationsSeconds: table(6), meta }, { labels: names }],
  'a table of 40 × 40': [drawHeatMap, { durationsSeconds: table(40), meta }, { labels: many }],
  'a table of 40 × 40 with numbers': [drawHeatMap, { distancesMeters: table(40), meta }],
  'a table of two, small': [
    drawHeatMap,
    { durationsSeconds: table(2), meta },
    { labels: names, width: 420, height: 240, title: 'Durations by car on a day like this, one and all' },
  ],
};

// Places without chance: spread over a town.
const town = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    position: [8.66 + ((at * 37) % 101) / 2000, 49.4 + ((at * 61) % 89) / 3000] as Coordinate,
  }));
const areasOf = (count: number) =>
  Array.from({ length: count }, (_, at): Isochrone => {
    const size = 0.006 * (at + 1);
    const ring = [-1, -0.5, 0, 0.5, 1].map((x): Coordinate => [8.68 + size * x, 49.41 + size * (1 - x * x)]);
    const geometry = { type: 'Polygon' as const, coordinates: [[...ring, ring[0] as Coordinate]] };
    return { locationIndex: 0, range: (at + 1) * 300, areaSquareMeters: 1, geometry };
  });
const partial = (size: number) =>
  table(size).map((row, from) => row.map((value, to) => ((from + 2 * to) % 9 === 5 ? Number.NaN : value)));

const sizes = [
  [100, 100],
  [200, 120],
  [400, 800],
  [1600, 900],
] as const;
const kinds: Readonly<Record<string, (count: number) => readonly [Draw, PictureContent]>> = {
  'a heat map': (count) => [drawHeatMap, { durationsSeconds: partial(count), meta }],
  'desire lines': (count) => [
    drawMap,
    { durationsSeconds: partial(count), origins: town(count), destinations: town(count), meta },
  ],
  isochrones: (count) => [drawMap, { isochrones: areasOf(Math.min(count, 5)), waypoints: town(count), meta }],
  routes: (count) => [drawMap, { routes: [sampleRoute, sampleRoute], waypoints: town(count), meta }],
};
const drawn = Object.entries(kinds).flatMap(([kind, contentOf]) =>
  sizes.flatMap(([width, height]) =>
    [3, 24, 60].map((count) => {
      const [draw, content] = contentOf(count);
      const labels = [...names, ...many, ...many].slice(0, count);
      return [`${kind} of ${count}, ${width} × ${height}`, draw, content, { labels, width, height }] as const;
    }),
  ),
);

describe.skipIf(!hasChromium)(`pictures in a real browser${chromiumNote}`, () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium();
    page = await browser.newPage();
  });
  afterAll(async () => {
    await browser?.close();
  });

  it.each(Object.keys(pictures))('%s: no text is cut, and none lies on another', async (name) => {
    const [draw, content, options] = pictures[name] as (typeof pictures)[string];
    for (const theme of ['light', 'dark'] as const) {
      const svg = draw(content, { ...options, theme });
      await page.setContent(`<body style="margin:0">${svg}</body>`);
      const faults = await page.evaluate(() => {
        const picture = (document.querySelector('svg') as SVGElement).getBoundingClientRect();
        const texts = [...document.querySelectorAll('text')].map((element) => ({
          text: String(element.textContent),
          box: element.getBoundingClientRect(),
          color: getComputedStyle(element).fill,
        }));
        const cut = texts.filter(
          ({ box }) =>
            box.left < 0 || box.top < 0 || box.right > picture.width || box.bottom > picture.height,
        );
        const overlaps = texts.flatMap((a, index) =>
          texts
            .slice(index + 1)
            // The numbers of pins are in the pins, which may lie on each other.
            .filter((b) => !/^\d$/.test(a.text) && !/^\d$/.test(b.text))
            .filter((b) => a.box.left < b.box.right && b.box.left < a.box.right)
            .filter((b) => a.box.top < b.box.bottom && b.box.top < a.box.bottom)
            .map((b) => `${a.text} / ${b.text}`),
        );
        return [...cut.map(({ text }) => text), ...overlaps];
      });
      expect(faults).toEqual([]);
    }
  });

  it.each(drawn)(
    '%s: nothing is outside, and nothing lies on the legend',
    async (_, draw, content, options) => {
      for (const theme of ['light', 'dark'] as const) {
        await page.setContent(`<body style="margin:0">${draw(content, { ...options, theme })}</body>`);
        const faults = await page.evaluate(() => {
          const boxOf = (element: Element) => element.getBoundingClientRect();
          const meets = (a: DOMRect, b: DOMRect) =>
            a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
          const svg = document.querySelector('svg') as SVGElement;
          const picture = boxOf(svg);
          const legend = svg.querySelector('rect[rx="6"]');
          const isIn = (box: DOMRect, outer: DOMRect) =>
            box.left >= outer.left &&
            box.top >= outer.top &&
            box.right <= outer.right &&
            box.bottom <= outer.bottom;
          const texts = [...svg.querySelectorAll('text')];
          const marks = [...svg.querySelectorAll('circle, path[stroke-opacity], path[fill-rule]')];
          const names = texts
            .filter(({ textContent }) => !/^\d+$/.test(textContent))
            .map((element) => ({ element, box: boxOf(element) }));
          const outside = [...texts, ...marks].filter((element) => !isIn(boxOf(element), picture));
          // The swatches of the legend are drawn after its ground, and lie in it.
          const onLegend = [...texts, ...marks].filter(
            (element) =>
              legend !== null && meets(boxOf(element), boxOf(legend)) && !isIn(boxOf(element), boxOf(legend)),
          );
          const below = marks.filter(
            (element) =>
              legend !== null &&
              meets(boxOf(element), boxOf(legend)) &&
              element.compareDocumentPosition(legend) & Node.DOCUMENT_POSITION_FOLLOWING,
          );
          const twice = names.filter(({ box }, at) =>
            names.slice(at + 1).some((other) => meets(box, other.box)),
          );
          const say = (what: string) => (element: Element) => `${what}: ${element.outerHTML}`;
          return [
            ...outside.map(say('outside')),
            ...[...onLegend, ...below].map(say('on the legend')),
            ...twice.map(({ element }) => element).map(say('on another')),
          ];
        });
        expect(faults).toEqual([]);
      }
    },
  );

  it('each of six places has its name, on the map or in the legend', () => {
    const svg = drawMap({ waypoints: places, meta }, { labels: names });
    for (const name of names) expect(svg.split(`>${name}</text>`), name).toHaveLength(2);
  });

  it('a swatch has the colour of what it stands for', async () => {
    const ringOf = (size: number): Coordinate[] => [
      [8.68 - size, 49.41 - size],
      [8.68 + size, 49.41 - size],
      [8.68 + size, 49.41 + size],
      [8.68 - size, 49.41 + size],
      [8.68 - size, 49.41 - size],
    ];
    const isochrones = [1, 2, 3].map(
      (step): Isochrone => ({
        locationIndex: 0,
        range: step * 300,
        areaSquareMeters: 1,
        geometry: { type: 'Polygon', coordinates: [ringOf(step * 0.01)] },
      }),
    );
    for (const theme of ['light', 'dark'] as const) {
      const svg = drawMap({ isochrones }, { theme });
      const pixels = await page.evaluate(async (markup) => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(markup)}`;
        await image.decode();
        const canvas = Object.assign(document.createElement('canvas'), { width: 800, height: 500 });
        const context = canvas.getContext('2d') as CanvasRenderingContext2D;
        context.drawImage(image, 0, 0);
        const at = (x: number, y: number) => context.getImageData(x, y, 1, 1).data.join();
        const shapes = new DOMParser().parseFromString(markup, 'image/svg+xml');
        const tops = [...shapes.querySelectorAll('path[fill-rule]')].map((path) => {
          const numbers = (path.getAttribute('d') ?? '').match(/[\d.]+/g)?.map(Number) ?? [];
          const even = numbers.filter((_, index) => index % 2 === 0);
          return {
            x: Math.round((Math.min(...even) + Math.max(...even)) / 2) + 5,
            y: Math.round(Math.min(...numbers.filter((_, index) => index % 2 === 1))) + 5,
          };
        });
        // The swatches, and a place below the upper edge of each ring; the largest ring is the first.
        return tops.reverse().map(({ x, y }, index) => [at(34, 28 + 20 * index), at(x, y)]);
      }, svg);
      expect(pixels).toHaveLength(3);
      for (const [swatch, area] of pixels) expect(swatch).toBe(area);
      expect(new Set(pixels.map(([swatch]) => swatch)).size).toBe(3);
    }
  });
});
