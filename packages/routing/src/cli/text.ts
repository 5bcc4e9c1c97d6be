import { oneLine } from '@org/core/command';
import type { RequestEstimate } from '../estimates.ts';
import type { IsochronesResult } from '../model/reach/isochrones.ts';
import type { DirectionsResult } from '../model/routes/directions.ts';
import type { Route } from '../model/routes/route.ts';
import { drawText } from '../picture/text.ts';
import { formatMeters, formatSeconds } from '../picture/units.ts';

/** Routes for a reader: totals, instructions and a sketch. */
export function describeRoutes(result: DirectionsResult): string {
  const { routes, meta } = result;
  const blocks = routes.map((route, index) => {
    const title = routes.length === 1 ? '' : `Route ${index + 1}: `;
    const total = `${formatMeters(route.distanceMeters)}, ${formatSeconds(route.durationSeconds)}`;
    return [`${title}${total}`, '', ...stepsOf(route)].join('\n');
  });
  return `${[...blocks, drawText(result).trimEnd(), creditsOf(meta)].join('\n\n')}\n`;
}

function stepsOf({ legs }: Route): string[] {
  return legs
    .flatMap(({ steps }) => steps)
    .map(({ distanceMeters, instruction, name, maneuver }) => {
      const text = oneLine(instruction ?? [maneuver.kind, name].filter(Boolean).join(' '));
      return `${formatMeters(distanceMeters).padStart(9)}  ${text}`;
    });
}

/** Areas for a reader: their sizes and a sketch. */
export function describeAreas(result: IsochronesResult, rangeType: 'time' | 'distance'): string {
  const format = rangeType === 'distance' ? formatMeters : formatSeconds;
  const lines = result.isochrones.map(
    ({ locationIndex, range, areaSquareMeters }) =>
      `Place ${locationIndex + 1}, ${format(range)}: ${(areaSquareMeters / 1e6).toFixed(3)} km²`,
  );
  return `${[lines.join('\n'), drawText(result).trimEnd(), creditsOf(result.meta)].join('\n\n')}\n`;
}

function creditsOf({ provider, attribution }: DirectionsResult['meta']): string {
  return oneLine([provider, ...attribution].join(', '));
}

/** The estimate of a call, for `--dry-run`. */
export function planText({ requests, places, leastMs, credits }: RequestEstimate): string {
  const rows = [
    `requests  ${requests}`,
    `places    ${places}`,
    `time      ${formatSeconds(leastMs / 1000)} or more`,
    ...(credits === undefined ? [] : [`credits   ${credits}`]),
  ];
  return `${rows.join('\n')}\n`;
}
