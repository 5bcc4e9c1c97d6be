import { createRoutingClient } from '@org/routing';
import { graphhopper } from '@org/routing/graphhopper';
import { openrouteservice } from '@org/routing/openrouteservice';
import { osrm } from '@org/routing/osrm';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { byClass } from '../src/drivers/graphhopper/errors.ts';
import { codes } from '../src/drivers/openrouteservice/errors.ts';
import { meanings as osrmMeanings } from '../src/drivers/osrm/errors.ts';
import { meanings as valhallaMeanings } from '../src/drivers/valhalla/errors.ts';
import type { Rows } from '../src/model/check/reader.ts';
import { methods } from './every-option.ts';
import { type ScriptedAnswer, scriptedFetch } from './scripted-fetch.ts';

type Client = Readonly<Record<string, ((request: unknown) => Promise<unknown>) | undefined>>;

const baseUrl = 'https://engine.example.com';
const refused = (body: unknown): ScriptedAnswer => ({ status: 400, body });
const words = ['Connection between locations not found', 'Cannot find point 0: 1,2', 'Sequence is broken'];

/** Each driver with every refusal that its tables know. The engines' sources are cited at the tables. */
const drivers = {
  osrm: {
    create: () => osrm({ baseUrl }),
    refusals: Object.keys(osrmMeanings).map((code) => refused({ code, message: 'No.' })),
  },
  valhalla: {
    create: () => valhalla({ baseUrl }),
    refusals: [
      ...valhallaMeanings.map(([from]) => refused({ error_code: from, error: 'No' })),
      ...['NoRoute', 'NoSegment'].map((code) => refused({ code, message: 'No.' })),
    ],
  },
  graphhopper: {
    create: () => graphhopper({ apiKey: 'test' }),
    refusals: [
      ...Object.keys(byClass).map((name) =>
        refused({
          message: 'No',
          hints: [{ message: 'No', details: `com.graphhopper.util.exceptions.${name}` }],
        }),
      ),
      ...words.map((message) => refused({ message })),
    ],
  },
  openrouteservice: {
    create: () => openrouteservice({ apiKey: 'test' }),
    refusals: codes.flatMap(([, numbers]) =>
      numbers.map((code) => refused({ error: { code, message: 'No.' } })),
    ),
  },
};

/** The options of the drivers and of the client, which every method has. */
const common = ['baseUrl', 'apiKey', 'maxUrlLength'];

function namesOf(rows: Rows): readonly string[] {
  return Object.entries(rows).flatMap(([name, row]) => [name, ...namesOf(row.rows)]);
}

async function messagesOf(driver: keyof typeof drivers, method: string, request: object): Promise<string[]> {
  const { create, refusals } = drivers[driver];
  const messages: string[] = [];
  for (const answer of refusals) {
    const { runtime } = scriptedFetch(answer);
    const routing = createRoutingClient({
      driver: create(),
      limiter: false,
      retry: false,
      runtime,
      lookUpPlaces: false,
    }) as unknown as Client;
    if (routing[method] === undefined) return [];
    const call = routing[method](request);
    // A matrix and the nearest places have a result for some refusals.
    const message = await call.then(
      () => '',
      (error: unknown) => (error as Error).message,
    );
    // A method that the driver does not have sends nothing.
    if (message.startsWith(`${driver} has no ${method}()`)) return [];
    messages.push(message);
  }
  return messages;
}

const cases = Object.keys(drivers).flatMap((driver) =>
  Object.keys(methods).map((method) => [driver as keyof typeof drivers, method] as const),
);

describe('advice', () => {
  it.each(cases)('of %s, %s(): names only options and methods that help there', async (driver, method) => {
    const { rows, least } = methods[method] as (typeof methods)[string];
    for (const message of await messagesOf(driver, method, least())) {
      const named = message.match(/\b[a-z]+[A-Z]\w*\b(?!\()/g) ?? [];
      expect([...namesOf(rows), ...common]).toEqual(expect.arrayContaining([...named]));
      expect(message).not.toContain(`${method}()`);
    }
  });

  it('covers the refusals: some advise, in each driver that can', async () => {
    const advised = async (driver: keyof typeof drivers, method: string) =>
      (await messagesOf(driver, method, methods[method]?.least() ?? {})).filter((message) =>
        /snapRadiusMeters|match\(\)/.test(message),
      ).length;
    expect(await advised('osrm', 'directions')).toBeGreaterThan(0);
    expect(await advised('valhalla', 'directions')).toBeGreaterThan(0);
    expect(await advised('valhalla', 'attributes')).toBeGreaterThan(0);
    for (const method of ['match', 'isochrones', 'roundTrip', 'nearest'])
      expect([await advised('osrm', method), await advised('valhalla', method)]).toEqual([0, 0]);
  });

  it.each(['osrm', 'valhalla'] as const)('of %s: an option that is given is not missing', async (driver) => {
    const waypoints = [[8, 49], { position: [9, 50], snapRadiusMeters: 900 }];
    const request = { profile: 'driving', waypoints, snapRadiusMeters: 500 };
    const messages = await messagesOf(driver, 'directions', request);
    const named = messages.filter((message) => message.includes('snapRadiusMeters'));
    expect(named.length).toBeGreaterThan(0);
    for (const message of named) expect(message).toMatch(/A snapRadiusMeters above 900 may find others\.$/);
  });
});
