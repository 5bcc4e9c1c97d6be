import { inspect } from 'node:util';
import { ResponseFormatError } from '@org/core';
import { createRoutingClient } from '@org/routing';
import { openrouteservice } from '@org/routing/openrouteservice';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { rulerEngine } from './ruler-engine.ts';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const positions = [[8.6815, 49.41461]] as const;
const drivers = [openrouteservice({ apiKey: 'k' }), valhalla({ baseUrl: 'http://localhost:1' })];

describe.each(drivers.map((driver) => ({ name: driver.name, driver })))('$name', ({ driver }) => {
  it.each([
    ['text that is not JSON', '{"place": [8.6815, 49.41461], '],
    ['JSON of another form', { locations: '8.6815, 49.41461', place: positions[0] }],
    ['a list of numbers', positions],
  ])('a 2xx response with %s: the error has no coordinates', async (_name, body) => {
    const { runtime } = scriptedFetch({ body });
    const routing = createRoutingClient({ driver, runtime, retry: false });
    const error = await failureOf(routing.snap({ profile: 'driving', positions }));
    expect(error).toMatchObject({ code: 'response-format' });
    expect(inspect(error, { depth: 9, showHidden: true })).not.toMatch(/8\.68|49\.41/);
    expect(JSON.stringify(error)).not.toMatch(/8\.68|49\.41/);
  });
});

it.each([
  ['null', null, null],
  ['a list', [8.68, 'near'], '[…,"near"]'],
  ['a text', 'near', 'near'],
])(
  'details of an engine that are %s stay what they are, without coordinates',
  async (_name, details, kept) => {
    const onRequest = () => {
      throw new ResponseFormatError({ message: 'not understood', details });
    };
    const routing = createRoutingClient({ driver: rulerEngine({ onRequest }) });
    expect(await failureOf(routing.snap({ profile: 'driving', positions }))).toMatchObject({ details: kept });
  },
);
