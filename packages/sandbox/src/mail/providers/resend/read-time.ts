import { instantOf, textOf } from '../../kit.ts';
import { invalid } from './wire.ts';

const unitsMs = { sec: 1000, min: 60_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 };

/**
 * The instant of a date in ISO 8601, or of a delay: `in 5 min`. Resend knows more words.
 *
 * @throws {Problem} 422
 */
export function readTime(value: unknown, now: number): number {
  const [, count = '', unit = ''] =
    /^in (\d{1,6}|an?) (sec|min|hour|day|week)(?:ond|ute)?s?$/i.exec(textOf(value)?.trim() ?? '') ?? [];
  const unitMs = new Map(Object.entries(unitsMs)).get(unit.toLowerCase());
  const instant = unitMs === undefined ? instantOf(value) : now + unitMs * (Number(count) || 1);
  if (instant === undefined)
    throw invalid('Invalid `scheduled_at`. The sandbox reads ISO 8601 dates and `in 5 min`.');
  return instant;
}
