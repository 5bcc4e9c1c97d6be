import { InvalidInputError } from '@org/core';
import { type OptionNames, optionKinds, textsOption, wordOption } from '@org/core/basics';
import type { Position } from '../model/geometry/position.ts';
import type { MatrixMetric } from '../model/reach/matrix.ts';
import type { PlannedRoute } from '../model/reach/optimize.ts';
import type { Route } from '../model/routes/route.ts';
import type { MatrixCells } from '../results/cells.ts';
import type { ResultParts } from '../results/features.ts';
import { palettes, type Theme } from './theme.ts';

/** The content of a picture: a result, or several in one object. Of a route, its line is drawn. @public */
export interface PictureContent<Line = Route | PlannedRoute> extends ResultParts<Line>, MatrixCells {
  /** Lines below everything else, such as streets. */
  readonly lines?: readonly (readonly Position[])[] | undefined;
}

/** A content with a line in each route, as `requireResult` has checked. */
export type DrawnContent = PictureContent<(Route | PlannedRoute) & Pick<Route, 'geometry'>>;

/** How a picture looks. @public */
export interface PictureOptions {
  /** Width in pixels. @defaultValue 800 */
  readonly width?: number | undefined;
  /** Height in pixels. @defaultValue 500 */
  readonly height?: number | undefined;
  /** @defaultValue 'light' */
  readonly theme?: Theme | undefined;
  /** Name of the picture, for screen readers and for the tooltip. @defaultValue a list of what it shows */
  readonly title?: string | undefined;
  /** The unit of the ranges of isochrones: seconds or metres. @defaultValue 'time' */
  readonly rangeType?: 'time' | 'distance' | undefined;
  /** The metric of a matrix. @defaultValue duration, else distance */
  readonly metric?: MatrixMetric | undefined;
  /** Names of the waypoints, or of the origins of a matrix. */
  readonly labels?: readonly string[] | undefined;
  /** Names of the destinations of a matrix. @defaultValue `labels` */
  readonly destinationLabels?: readonly string[] | undefined;
  /** @defaultValue true */
  readonly legend?: boolean | undefined;
}

const [smallest, largest] = [100, 10_000];

/** The size of a picture and the colours of its theme, checked with the other options of `operation`. */
export function lookOf(options: PictureOptions, operation: string) {
  const theme = wordOption(`${operation}: theme`, options.theme, ['light', 'dark'], 'light');
  wordOption(`${operation}: rangeType`, options.rangeType, ['time', 'distance'], 'time');
  textsOption(`${operation}: labels`, options.labels);
  textsOption(`${operation}: destinationLabels`, options.destinationLabels);
  return { size: sizeOf(options), palette: palettes[theme] };
}

function sizeOf({ width = 800, height = 500 }: PictureOptions) {
  for (const [name, value] of Object.entries({ width, height }))
    if (!Number.isInteger(value) || value < smallest || value > largest)
      throw new InvalidInputError({
        message: `${name} must be a whole number from ${smallest} to ${largest}.`,
        outcome: 'not-sent',
      });
  return { width, height };
}

export const pictureNames: OptionNames<PictureOptions> = {
  width: 0,
  height: 0,
  theme: 0,
  title: optionKinds.text,
  rangeType: 0,
  metric: 0,
  labels: 0,
  destinationLabels: 0,
  legend: optionKinds.flag,
};
