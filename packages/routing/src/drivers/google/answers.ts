import * as z from '../../wire/schema.ts';

// Up to nine decimals. Source: google/protobuf/duration.proto, JSON mapping.
const form = /^\d{1,12}(?:\.\d{1,9})?s$/;

/** A duration of protobuf as text, `3.5s`. */
export const duration = z
  .string()
  .check(z.refine((text) => form.test(text), 'must be a duration in seconds, such as "3.5s"'));

export function secondsOf(text = '0s'): number {
  return Number(text.slice(0, -1));
}

/** The service computed with less than it was asked for. */
export const fallback = z.optional(
  z.object({ routingMode: z.optional(z.string()), reason: z.optional(z.string()) }),
);

/** The warning about it. Source: google/maps/routing/v2/fallback_info.proto. */
export function fallbackWarning(info: z.infer<typeof fallback>) {
  if (info === undefined) return [];
  const { routingMode = 'another mode', reason = 'unknown' } = info;
  const message = `Google computed with ${routingMode} instead of the requested traffic (${reason}).`;
  return [{ kind: 'not-honoured', message, providerCode: reason } as const];
}

/**
 * The notice that Google's policies require.
 *
 * Source: developers.google.com/maps/documentation/routes/policies.
 */
export const attribution: readonly string[] = ['Google Maps'];
