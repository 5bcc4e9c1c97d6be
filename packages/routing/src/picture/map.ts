import { refuseUnknown } from '@org/core/basics';
import { simplifyLine } from '../results/simplify.ts';
import { type Canvas, placesOf } from './canvas.ts';
import { drawDesireLines } from './desire-lines.ts';
import {
  attributionLines,
  drawAttribution,
  drawGrid,
  drawLegend,
  drawScale,
  type LegendEntry,
  legendBox,
} from './furniture.ts';
import { widthOf } from './labels.ts';
import { drawContext, drawIsochrones, drawRoutes } from './layers.ts';
import { type PictureContent, type PictureOptions, pictureNames, sizeOf } from './options.ts';
import { drawDots, drawPins, type Pin, pinsOf } from './pins.ts';
import { fitProjection } from './projection.ts';
import { frame, pathOf } from './svg.ts';
import { palettes } from './theme.ts';

const margin = 44;

/**
 * A map of routes, isochrones, points and matrices as SVG: Web Mercator, north up, without tiles and without
 * a network. The same content gives the same text.
 *
 * A matrix with places becomes lines from its origins to its destinations, coloured by value. @public
 *
 * @example
 * const { routes } = await routing.directions({ profile: 'driving', waypoints });
 * await writeFile('map.svg', drawMap({ routes }, { labels: ['Station', 'Theatre'] }));
 *
 * @throws InvalidInputError for a size outside 100…10 000 pixels
 */
export function drawMap(content: PictureContent, options: PictureOptions = {}): string {
  refuseUnknown(options, pictureNames, 'drawMap()');
  const size = sizeOf(options);
  const palette = palettes[options.theme ?? 'light'];
  const projection = fitProjection(placesOf(content), { ...size, margin });
  const canvas: Canvas = {
    projection,
    palette,
    path: (line, isClosed) =>
      pathOf(
        simplifyLine(line, { toleranceMeters: projection.metersPerPixel * 0.4 }).map(projection.toPixel),
        isClosed,
      ),
  };
  const areas = drawIsochrones(content, canvas, options);
  const routes = drawRoutes(content, canvas);
  const desire = drawDesireLines(content, canvas, options);
  const entries = [...routes.entries, ...areas.entries, ...desire.entries];
  const named = namePins(content, canvas, options, entries);
  const title = options.title ?? titleOf(content);
  const description = [title, ...entries.map(({ label }) => label)].join('; ');
  return frame({ ...size, title, description }, palette.ground, [
    drawGrid(projection, size, palette),
    drawContext(content, canvas),
    ...areas.layers,
    ...desire.layers,
    ...routes.layers,
    ...drawDots(content, canvas),
    ...named.layers,
    options.legend === false ? '' : drawLegend(named.entries, palette),
    drawScale(projection, size, palette),
    drawAttribution(attributionLines(content.meta?.attribution ?? [], size.width), size, palette),
  ]);
}

/** The pins with their names. A name without a place on the map is in the legend, which takes a place too. */
function namePins(
  content: PictureContent,
  canvas: Canvas,
  options: PictureOptions,
  known: readonly LegendEntry[],
) {
  const size = sizeOf(options);
  const pins = pinsOf(content, canvas, options);
  const corner = { y: size.height - 36, height: 36 };
  const attribution = widthOf((content.meta?.attribution ?? []).join(' · '));
  const taken = [
    { ...corner, x: 0, width: 180 },
    { ...corner, x: size.width - 14 - attribution, width: attribution + 14 },
  ];
  const most = Math.floor((size.height - 80) / 20);
  let entries = known;
  for (;;) {
    const legend = options.legend === false ? [] : [legendBox(entries)];
    const { layers, unnamed } = drawPins(pins, canvas, [...taken, ...legend], size);
    const all = [...known, ...unnamed.slice(0, Math.max(0, most - known.length)).map(toEntry)];
    if (all.length <= entries.length) return { layers, entries: all };
    entries = all;
  }
}

function toEntry({ number, label = '' }: Pin): LegendEntry {
  return { shape: 'pin', colors: [], number, label };
}

function titleOf({ routes, isochrones, durationsSeconds, distancesMeters }: PictureContent): string {
  const count = (list: readonly unknown[] | undefined, noun: string) =>
    list === undefined || list.length === 0 ? [] : [`${list.length} ${noun}${list.length === 1 ? '' : 's'}`];
  const parts = [...count(routes, 'route'), ...count(isochrones, 'isochrone')];
  if (durationsSeconds !== undefined || distancesMeters !== undefined) parts.push('a matrix');
  return parts.length === 0 ? 'A map' : `A map with ${parts.join(' and ')}`;
}
