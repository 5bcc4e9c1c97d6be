import { greatest } from '../model/extremes.ts';
import type { Position } from '../model/geometry/position.ts';
import { attributionLines, attributionWidth, type LegendEntry } from './furniture.ts';
import { fitText, widthOf } from './labels.ts';
import { type Box, fitProjection, type Projection } from './projection.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

const edge = 12;
// Between the legend and a pin on the edge of the map.
const toLegend = 14;

/** The parts of a map that are the same with any legend. */
export type MapFrame = ReturnType<typeof frameOf>;

export function frameOf(size: Size, sources: readonly string[]) {
  const { width, height } = size;
  const margin = Math.min(44, Math.max(14, Math.min(width, height) / 8));
  const attribution = attributionLines(sources, width);
  const lineHeight = 12;
  const [textWidth, textHeight] = [attributionWidth(attribution), attribution.length * lineHeight];
  const length = Math.min(120, width / 2 - 30);
  const scaleWidth = Math.max(length, 60) + 32;
  // Side by side where both have space, otherwise the scale is above.
  const isAbove = scaleWidth + textWidth + 14 > width;
  const baseline = height - 18 - (isAbove ? textHeight : 0);
  const bottom = Math.max(margin, height - baseline + 26, textHeight + 12);
  return {
    size,
    attribution,
    scale: { left: 16, baseline, length },
    /** The boxes of the scale and of the attribution. */
    taken: [
      { x: 0, y: baseline - 18, width: scaleWidth, height: 36 },
      {
        x: width - 14 - textWidth,
        y: height - 24 - textHeight,
        width: textWidth + 14,
        height: textHeight + 24,
      },
    ],
    /** The space of the map if there is no legend. */
    area: { x: margin, y: margin, width: width - 2 * margin, height: Math.max(10, height - margin - bottom) },
  };
}

const rowHeight = 20;

/** The largest number of lines in the legend of a picture. */
export function mostEntries({ height }: Size): number {
  return Math.max(1, Math.floor((height - 80) / rowHeight));
}

/** The entries in so many lines: of too many the last ones are counted. Long labels are cut. */
export function entriesThatFit(
  entries: readonly LegendEntry[],
  most: number,
  { width }: Size,
): LegendEntry[] {
  const shown = entries.length <= most ? entries : entries.slice(0, Math.max(0, most - 1));
  const widest = Math.max(60, width * 0.6 - 54);
  const fitted = shown.map((entry) => ({ ...entry, label: fitText(entry.label, widest) }));
  const rest = entries.length - shown.length;
  return rest === 0 || shown.length === 0
    ? fitted
    : [...fitted, { shape: 'none', colors: [], label: `and ${rest} more` }];
}

/** The legend and the map, which do not share a pixel. */
export interface MapLayout {
  readonly projection: Projection;
  /** Absent if there is nothing to explain, or no space for it. */
  readonly legend?: Box;
}

/**
 * Puts the map beside or below its legend, wherever it is larger. A legend that would make the map less than
 * half as large is left out: the description of the picture has its words.
 */
export function layOut(
  places: readonly Position[],
  { area, size }: MapFrame,
  entries: readonly LegendEntry[],
): MapLayout {
  const whole = { projection: fitProjection(places, area) };
  if (entries.length === 0) return whole;
  const width = 54 + greatest(entries.map(({ label }) => widthOf(label)));
  const legend: Box = { x: edge, y: edge, width, height: entries.length * rowHeight + 12 };
  if (legend.y + legend.height > area.y + area.height) return whole;
  const left = legend.x + legend.width + toLegend;
  const top = legend.y + legend.height + toLegend;
  const [best] = [
    { ...area, x: left, width: area.x + area.width - left },
    { ...area, y: top, height: area.y + area.height - top },
  ]
    .filter((rest) => rest.width > 0 && rest.height > 0 && legend.x + legend.width + edge <= size.width)
    .map((rest) => ({ projection: fitProjection(places, rest), legend }))
    .sort((a, b) => a.projection.metersPerPixel - b.projection.metersPerPixel);
  const isLargeEnough =
    best !== undefined && best.projection.metersPerPixel <= 2 * whole.projection.metersPerPixel;
  return isLargeEnough ? best : whole;
}
