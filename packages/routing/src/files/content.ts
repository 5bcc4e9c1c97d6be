import type { Position } from '../model/geometry/position.ts';
import type { FileFormat } from './report.ts';

/** A point of a file, before it is a place or a part of a track. */
export interface FilePoint {
  /** `null` for a blank row, and for a feature without a geometry. */
  readonly position: Position | null;
  readonly name?: string | undefined;
  readonly timeSeconds?: number | undefined;
  /** Where it is in the file: `stops.txt, line 12`. */
  readonly where: string;
}

/** A line of a file: a segment of a track, a route, a line of GeoJSON. */
export interface FileLine {
  readonly name?: string | undefined;
  readonly kind: 'track' | 'route';
  readonly where: string;
  readonly points: readonly FilePoint[];
}

/** The content of a file in any format. */
export interface FileContent {
  readonly format: FileFormat;
  readonly points: readonly FilePoint[];
  readonly lines: readonly FileLine[];
}

const isoTime =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s?(?:Z|([-+]\d\d)(?::?(\d\d))?)?$/i;

/**
 * A time as seconds since 1970: an ISO time, in UTC if it has no zone, or a number of seconds, milliseconds,
 * microseconds or nanoseconds, told apart by its size. `undefined` for other texts.
 */
export function secondsOf(value: unknown): number | undefined {
  const text = String(value ?? '').trim();
  if (/^\d{1,20}(?:\.\d+)?$/.test(text)) {
    let seconds = Number(text);
    // 100000000000 seconds are the year 5138; as milliseconds, 1973.
    while (seconds >= 1e11) seconds /= 1000;
    return seconds;
  }
  const match = isoTime.exec(text);
  if (match === null) return undefined;
  const [, date, minute, second = '00', fraction = '0', zone, zoneMinutes = '00'] = match;
  const offset = zone === undefined ? 'Z' : `${zone}:${zoneMinutes}`;
  const milliseconds = Date.parse(`${date}T${minute}:${second}.${fraction}${offset}`);
  return Number.isNaN(milliseconds) ? undefined : milliseconds / 1000;
}
