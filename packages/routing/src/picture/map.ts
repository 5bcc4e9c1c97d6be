import { simplifyLine } from '../results/simplify.ts';
import { type Canvas, placesOf } from './canvas.ts';
import { drawDesireLines } from './desire-lines.ts';
import { drawAttribution, drawGrid, drawLegend, drawScale } from './furniture.ts';
import { drawContext, drawIsochrones, drawPoints, drawRoutes } from './layers.ts';
import { type PictureContent, type PictureOptions, sizeOf } from './options.ts';
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
 * @throws InvalidInputError for a size outside 100…10 000 pixels
 */
export function drawMap(content: PictureContent, options: PictureOptions = {}): string {
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
  const title = options.title ?? titleOf(content);
  const description = [title, ...entries.map(({ label }) => label)].join('; ');
  return frame({ ...size, title, description }, palette.ground, [
    drawGrid(projection, size, palette),
    drawContext(content, canvas),
    ...areas.layers,
    ...desire.layers,
    ...routes.layers,
    ...drawPoints(content, canvas, options),
    options.legend === false ? '' : drawLegend(entries, palette),
    drawScale(projection, size, palette),
    drawAttribution(content.meta?.attribution ?? [], size, palette),
  ]);
}

function titleOf({ routes, isochrones, durationsSeconds, distancesMeters }: PictureContent): string {
  const count = (list: readonly unknown[] | undefined, noun: string) =>
    list === undefined || list.length === 0 ? [] : [`${list.length} ${noun}${list.length === 1 ? '' : 's'}`];
  const parts = [...count(routes, 'route'), ...count(isochrones, 'isochrone')];
  if (durationsSeconds !== undefined || distancesMeters !== undefined) parts.push('a matrix');
  return parts.length === 0 ? 'A map' : `A map with ${parts.join(' and ')}`;
}
