import { parseIsoInstant } from '@org/core/driver';

/**
 * The instant that a service writes as ISO 8601, also with an offset of hours only (`+00`); `undefined` for
 * any other text. @public
 */
export function toDate(text: string | null | undefined): Date | undefined {
  const at = parseIsoInstant((text ?? '').replace(/:\d{2}(?:\.\d+)?[+-]\d{2}$/, '$&:00'));
  return at === undefined ? undefined : new Date(at);
}
