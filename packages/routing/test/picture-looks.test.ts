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
        // The swatches, and the middles of the three rings, above the middle of the picture.
        return [28, 48, 68].map((y, index) => [at(34, y), at(410, [220, 145, 75][index] ?? 0)]);
      }, svg);
      for (const [swatch, area] of pixels) expect(swatch).toBe(area);
      expect(new Set(pixels.map(([swatch]) => swatch)).size).toBe(3);
    }
  });
});
