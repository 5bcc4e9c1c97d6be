import { inspect } from 'node:util';
import { queryKey } from '@org/core';
import { createRoutingClient } from '@org/routing';
import { google } from '@org/routing/google';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { stadia } from '@org/routing/stadia';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

// A key may look like a coordinate, and may stand where a limit of the text would cut it in two.
const key = 'canary-8.25-0123456789abcdef';
const request = {
  profile: 'driving',
  waypoints: [
    [8.68, 49.41],
    [8.69, 49.42],
  ],
} as const;

const drivers = {
  openrouteservice: openrouteservice({ apiKey: key }),
  google: google({ apiKey: key }),
  stadia: stadia({ apiKey: key }),
  valhalla: valhalla({ baseUrl: 'https://valhalla.example', apiKey: key }),
  osrm: osrm({ baseUrl: 'https://osrm.example', apiKey: key, auth: queryKey('access_token') }),
};

const bodies: Readonly<Record<string, (text: string) => unknown>> = {
  'the engine of openrouteservice': (text) => ({ error: { code: 2099, message: text } }),
  'the gateway of openrouteservice': (text) => ({ error: text }),
  Google: (text) => ({ error: { code: 400, status: 'INVALID_ARGUMENT', message: text } }),
  Valhalla: (text) => ({ error_code: 199, error: text }),
  OSRM: (text) => ({ code: 'InvalidValue', message: text }),
  'a proxy': (text) => text,
};

const cases = Object.entries(drivers).flatMap(([name, driver]) =>
  Object.entries(bodies).map(([speaker, body]) => ({ name, driver, speaker, body })),
);

describe.each(cases)('C13: $name, $speaker quotes the key', ({ driver, body }) => {
  it.each([0, 270, 280, 290, 295])(
    'after %i characters: the error contains no part of it',
    async (before) => {
      const words = `at 8.681495 ${'x'.repeat(before)}${key} ${'y'.repeat(600)}`;
      const { runtime } = scriptedFetch({ status: 400, body: body(words) });
      const routing = createRoutingClient({ driver, limiter: false, runtime });
      const error = await failureOf(routing.directions(request));
      const shown = `${inspect(error, { depth: 9 })} ${JSON.stringify(error)}`;
      expect(shown).toContain('[redacted]');
      expect(shown).not.toContain('8.681495');
      for (let at = 0; at + 6 <= key.length; at += 1) expect(shown).not.toContain(key.slice(at, at + 6));
    },
  );
});
