import type { Position } from '../../engine/position.ts';
import type { TimeWindow } from '../../optimization/problem.ts';
import { invalid } from './problem.ts';

// The checks and their words are those of VROOM-Project/vroom src/utils/input_parser.cpp.

export type Fields = Readonly<Record<string, unknown>>;

export function readObject(value: unknown, message: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid(message);
  return value as Fields;
}

export function readList(fields: Fields, name: string, message: string): readonly unknown[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw invalid(message);
  return value;
}

/** A whole number that is not negative. */
export function readUnsigned(value: unknown, message: string): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw invalid(message);
  return Number(value);
}

export function readId(fields: Fields, kind: string): number {
  return readUnsigned(fields['id'], `Invalid or missing id for ${kind}.`);
}

export function readDuration(fields: Fields, name: string): number {
  return readUnsigned(fields[name] ?? 0, `Invalid ${name} duration.`);
}

export function readLimit(fields: Fields, name: string): number {
  const value = fields[name];
  return value === undefined ? Number.MAX_SAFE_INTEGER : readUnsigned(value, `Invalid ${name} value.`);
}

export function readPosition(value: unknown, message: string): Position {
  const [longitude, latitude] = Array.isArray(value) ? (value as unknown[]) : [];
  if (typeof longitude !== 'number' || typeof latitude !== 'number') throw invalid(message);
  if (Math.abs(longitude) > 180 || Math.abs(latitude) > 90) throw invalid(message);
  return [longitude, latitude];
}

export function readSkills(fields: Fields): readonly number[] {
  return readList(fields, 'skills', 'Invalid skills object.').map((skill) =>
    readUnsigned(skill, 'Invalid skill value.'),
  );
}

export function readWindow(value: unknown): TimeWindow {
  const [from, to] = Array.isArray(value) ? (value as unknown[]) : [];
  const message = 'Invalid time-window.';
  const window: TimeWindow = [readUnsigned(from, message), readUnsigned(to, message)];
  if (window[0] > window[1]) throw invalid(`Invalid time window: [${window[0]}, ${window[1]}]`);
  return window;
}

/** In order. */
export function readWindows(fields: Fields, kind: string): readonly TimeWindow[] {
  const message = `Invalid time_windows array for ${kind} ${String(fields['id'])}.`;
  const windows = readList(fields, 'time_windows', message).map(readWindow);
  return windows.sort(([a], [b]) => a - b);
}

/** Reads amounts, all of the length of the first; those that are missing are zero. */
export function createAmounts(vehicles: readonly Fields[], tasks: readonly Fields[]) {
  const first = [...vehicles, ...tasks].flatMap(({ capacity, delivery, pickup, amount }) =>
    [capacity, delivery, pickup, amount].filter(Array.isArray),
  )[0];
  const size = first?.length ?? 0;
  return (fields: Fields, name: string): readonly number[] => {
    if (fields[name] === undefined) return Array<number>(size).fill(0);
    const amounts = readList(fields, name, `Invalid ${name} array.`);
    if (amounts.length !== size)
      throw invalid(`Inconsistent ${name} length: ${amounts.length} instead of ${size}.`);
    return amounts.map((amount) => readUnsigned(amount, `Invalid ${name} value.`));
  };
}
