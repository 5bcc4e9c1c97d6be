import type { RoutingWarning } from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** The warnings of a response. */
export const warningList = z.optional(
  z.array(z.object({ code: z.optional(z.number()), text: z.optional(z.string()) })),
);

// The codes from 200 on are of parameters that the engine ignores. The others of these say that it ignores
// the time, or took another value. Source: valhalla/valhalla src/exceptions.cc, warning codes.
const notHonoured: ReadonlySet<number> = new Set([
  200, 201, 202, 203, 204, 205, 206, 207, 208, 209, 210, 211, 212, 213, 214, 303, 402, 500,
]);

export function mapWarnings(warnings: z.infer<typeof warningList> = []): RoutingWarning[] {
  return warnings.map(({ code, text: message }) => ({
    kind: code !== undefined && notHonoured.has(code) ? 'not-honoured' : 'notice',
    message: shortened(message),
    ...(code === undefined ? {} : { providerCode: String(code) }),
  }));
}

/** A list of indexes counts in the engine's own way, and is as long as the matrix. */
function shortened(text = ''): string {
  const [before = ''] = text.split(/\d{1,9}, ?\d|: {0,2}\d{1,9}\s{0,9}$/, 1);
  const words = before.trimEnd();
  if (words === '') return 'The engine sent a warning without a text.';
  return words.endsWith(':') ? words.slice(0, -1) : words;
}

/** Valhalla's responses name no source. Its data is OpenStreetMap's, whose licence requires this line. */
export const attribution: readonly string[] = ['© OpenStreetMap contributors'];
