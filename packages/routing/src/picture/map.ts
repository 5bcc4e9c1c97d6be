import { refuseUnknown } from '@org/core/basics';
import { requireResult } from '../results/require-result.ts';
import { simplifyLine } from '../results/simplify.ts';
import { type Canvas, type Layers, placesOf } from './canvas.ts';
import { drawDesireLines } from './desire-lines.ts';
import { drawAttribution, drawGrid, drawLegend, drawScale, type LegendEntry } from './furniture.ts';
import { drawContext, drawIsochrones, drawRoutes } from './layers.ts';
import { entriesThatFit, frameOf, layOut, type MapFrame, type MapLayout, mostEntries } from './layout.ts';
import {
  type DrawnContent,
  lookOf,
  type PictureContent,
  type PictureOptions,
  pictureNames,
} from './options.ts';
import { drawDots, drawPins, type Pin, pinsOf } from './pins.ts';
import { frame, pathOf } from './svg.ts';
import type { Palette } from './theme.ts';

/**
 * A map of routes, isochrones, points and matrices as SVG: Web Mercator, north up, without tiles and without
 * a network. The same content gives the same text.
 *
 * A matrix with places becomes lines from its origins to its destinations, coloured by value. The legend is
 * beside or above the map, never on it; a picture that is too small for both has no legend. @public
 *
 * @example
 * const { routes } = await routing.directions({ profile: 'driving', waypoints });
 * await writeFile('map.svg', drawMap({ routes }, { labels: ['Station', 'Theatre'] }));
 *
 * @throws InvalidInputError for a size outside 100…10 000 pixels; ConfigurationError for an unknown theme
 */
export function drawMap(given: PictureContent, options: PictureOptions = {}): string {
  refuseUnknown(options, pictureNames, 'drawMap()');
  requireResult('content', given);
  const content = given as DrawnContent;
  const { size, palette } = lookOf(options, 'drawMap()');
  const frameOfMap = frameOf(size, content.meta?.attribution ?? []);
  const places = placesOf(content);
  const canvasOf = (entries: readonly LegendEntry[]) =>
    createCanvas(layOut(places, frameOfMap, options.legend === false ? [] : entries), palette);
  // What the legend says does not depend on where lines are: no line is drawn for it.
  const known = drawData(content, { ...canvasOf([]), path: () => '' }, options).entries;
  const named = namePins(content, options, { known, canvasOf, frame: frameOfMap });
  const { canvas, legend } = named;
  const { layers } = drawData(content, canvas, options);
  const title = options.title ?? titleOf(content);
  const description = [title, ...known.map(({ label }) => label)].join('; ');
  return frame({ ...size, title, description }, palette.ground, [
    drawGrid(canvas.projection, size, palette),
    drawContext(content, canvas),
    ...layers,
    ...drawDots(content, canvas),
    ...named.layers,
    legend === undefined ? '' : drawLegend(named.entries, legend, palette),
    drawScale(canvas.projection, frameOfMap.scale, palette),
    drawAttribution(frameOfMap.attribution, size, palette),
  ]);
}

interface MapCanvas extends Canvas, MapLayout {}

function createCanvas(layout: MapLayout, palette: Palette): MapCanvas {
  const { projection } = layout;
  const toleranceMeters = projection.metersPerPixel * 0.4;
  return {
    ...layout,
    palette,
    path: (line, isClosed) =>
      projection
        .toLines(simplifyLine(line, { toleranceMeters }))
        .map((pixels) => pathOf(pixels, isClosed))
        .join(''),
  };
}

/** Areas below, routes above. The legend begins with the routes. */
function drawData(content: DrawnContent, canvas: Canvas, options: PictureOptions): Layers {
  const areas = drawIsochrones(content, canvas, options);
  const routes = drawRoutes(content, canvas);
  const desire = drawDesireLines(content, canvas, options);
  return {
    layers: [...areas.layers, ...desire.layers, ...routes.layers],
    entries: [...routes.entries, ...areas.entries, ...desire.entries],
  };
}

interface Naming {
  readonly known: readonly LegendEntry[];
  readonly frame: MapFrame;
  canvasOf(entries: readonly LegendEntry[]): MapCanvas;
}

/** The pins with their names. A legend without space has fewer names, at last none. */
function namePins(content: DrawnContent, options: PictureOptions, naming: Naming) {
  const least = naming.known.length;
  let most = mostEntries(naming.frame.size);
  for (;;) {
    const placed = placeNames(content, options, naming, most);
    if (placed.legend !== undefined || most <= least || options.legend === false) return placed;
    most = Math.max(least, Math.floor(Math.min(most, placed.entries.length) / 2));
  }
}

/**
 * A name without a place on the map is in the legend, which takes space from the map: the names are placed
 * again until the legend does not grow.
 */
function placeNames(content: DrawnContent, options: PictureOptions, naming: Naming, most: number) {
  const {
    known,
    canvasOf,
    frame: { size, taken },
  } = naming;
  let entries = entriesThatFit(known, most, size);
  for (;;) {
    const canvas = canvasOf(entries);
    const { legend } = canvas;
    const boxes = legend === undefined ? taken : [...taken, legend];
    const { layers, unnamed } = drawPins(pinsOf(content, canvas, options), canvas, boxes, size);
    const names = most > known.length ? unnamed.map(toEntry) : [];
    const next = entriesThatFit([...known, ...names], most, size);
    const isStable = next.length <= entries.length || (legend === undefined && entries.length > 0);
    if (isStable) return { canvas, layers, entries: next, legend };
    entries = next;
  }
}

function toEntry({ number, label = '' }: Pin): LegendEntry {
  return { shape: 'pin', colors: [], number, label };
}

function titleOf({ routes, isochrones, durationsSeconds, distancesMeters }: DrawnContent): string {
  const count = (list: readonly unknown[] | undefined, noun: string) =>
    list === undefined || list.length === 0 ? [] : [`${list.length} ${noun}${list.length === 1 ? '' : 's'}`];
  const parts = [...count(routes, 'route'), ...count(isochrones, 'isochrone')];
  if (durationsSeconds !== undefined || distancesMeters !== undefined) parts.push('a matrix');
  return parts.length === 0 ? 'A map' : `A map with ${parts.join(' and ')}`;
}
