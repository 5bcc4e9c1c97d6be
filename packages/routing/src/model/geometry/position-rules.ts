import { type OptionRule, requireArgument } from '@org/core/basics';

const place = '[longitude, latitude]';

/** @throws InvalidInputError for anything but a position */
export function requirePosition(name: string, value: unknown): void {
  requireArgument(name, value, positions());
}

/** @throws InvalidInputError for anything but a list of positions, which may be empty */
export function requirePositions(name: string, value: unknown): void {
  requireArgument(name, value, positions(1));
}

/** Positions in lists: as many levels as `depth`. */
export function positions(depth = 0, one = place): OptionRule {
  const must = ['', 'a list of '][depth] ?? 'lists of ';
  return [must + one, (value) => isNested(value, depth)];
}

/** Whether a value is a list of numbers, or of such lists, and so on. */
function isNested(value: unknown, depth: number): boolean {
  if (!Array.isArray(value)) return false;
  if (depth === 0) return value.length > 1 && value.every(Number.isFinite);
  return value.every((each) => isNested(each, depth - 1));
}
