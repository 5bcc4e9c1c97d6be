import type { HttpRequest } from '@org/core';
import { readWire, type StatusAnswer } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import type { Decoded } from './decode.ts';

/** Source: openrouteservice docs, "Status Endpoint". */
const statusBody = z.object({
  engine: z.object({ version: z.optional(z.string()) }),
  profiles: z.optional(z.recordOf(z.object({ profiles: z.string() }))),
});

export function encodeStatus(): HttpRequest {
  return { method: 'GET', path: '/status', headers: { accept: 'application/json' } };
}

// An engine that still loads its maps states no profiles; /health says the same.
export function decodeStatus(body: unknown): Decoded<StatusAnswer> {
  const { engine, profiles } = readWire(statusBody, body);
  const names = Object.values(profiles ?? {}).flatMap((each) => each.profiles.split(','));
  return {
    isReady: profiles !== undefined,
    ...(engine.version === undefined ? {} : { version: engine.version }),
    ...(profiles === undefined ? {} : { providerProfiles: names.map((name) => name.trim()) }),
    warnings: [],
  };
}
