import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';
import type { RoutingWarning } from '../../model/result.ts';

export const ValhallaWarnings = lazily(() =>
  z.optional(z.array(z.object({ code: z.optional(z.number()), text: z.optional(z.string()) }))),
);

// Those that say: this part of your request was left aside. Source: valhalla/valhalla src/exceptions.cc,
// warning codes.
const notHonoured: ReadonlySet<number> = new Set([200, 201, 202, 204, 206, 208, 214, 402, 500]);

export function mapValhallaWarnings(
  warnings: z.infer<ReturnType<typeof ValhallaWarnings>>,
): RoutingWarning[] {
  return (warnings ?? []).map(({ code, text }) => ({
    kind: code !== undefined && notHonoured.has(code) ? 'not-honoured' : 'notice',
    message: text ?? 'The engine sent a warning without a text.',
    ...(code === undefined ? {} : { providerCode: String(code) }),
  }));
}

/**
 * Valhalla's answers name no source; its data always comes from OpenStreetMap, whose licence asks for this.
 */
export const valhallaAttribution: readonly string[] = ['© OpenStreetMap contributors'];
