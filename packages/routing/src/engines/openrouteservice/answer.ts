import * as z from 'zod/mini';
import { lazily } from '../../internal/lazily.ts';

/** What every answer says about where it comes from. */
export const Metadata = lazily(() => z.optional(z.object({ attribution: z.optional(z.string()) })));

export function attributionOf(metadata: z.infer<ReturnType<typeof Metadata>>): readonly string[] {
  const given = metadata?.attribution;
  return given === undefined || given === ''
    ? ['openrouteservice.org', '© OpenStreetMap contributors']
    : given.split('|').map((part) => part.trim());
}
