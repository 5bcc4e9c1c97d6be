import { createRoutingClient } from '@org/routing';
import { valhalla } from '@org/routing/valhalla';
import { expect, it } from 'vitest';
import { scriptedFetch } from '../scripted-fetch.ts';
import { fixturesOf } from './fixtures.ts';

const answerOf = async (name: string) => {
  const open = (body: unknown) => {
    const { runtime } = scriptedFetch({ body });
    const driver = valhalla({ baseUrl: 'https://valhalla.example.com' });
    return createRoutingClient({ driver, limiter: false, runtime });
  };
  const body = fixturesOf(open({})).calls.find((call) => call.name === name)?.body;
  return fixturesOf(open(body))
    .calls.find((call) => call.name === name)
    ?.send();
};

it.each<[string, object]>([
  [
    'directions',
    {
      routes: [{ distanceMeters: 269, ascentMeters: 8, legs: [{ distanceMeters: 169 }, {}] }],
      warnings: [],
    },
  ],
  ['optimizeOrder', { routes: [{ waypointOrder: [0, 1, 2] }] }],
  ['warned', { warnings: [{ kind: 'not-honoured', providerCode: '208' }] }],
  ['nearest', { points: [{ position: [10.00042, 50], name: 'South Ring' }] }],
  ['elevation', { heightsMeters: [200, null] }],
  [
    'attributes',
    {
      attributes: {
        roadClass: [{ geometryRange: [0, 2], value: 'primary' }],
        wayId: [{ geometryRange: [0, 2], value: 17 }],
        averageSpeed: [{ geometryRange: [0, 2], value: 70 }],
      },
    },
  ],
  ['match', { points: [{ routeIndex: 0 }, { routeIndex: 0 }, null, { routeIndex: 1 }, { routeIndex: 1 }] }],
  ['expansion', { edges: expect.arrayContaining([expect.objectContaining({ distanceMeters: 100 })]) }],
])('the recorded response of version 3.9.1 with %s has its meaning', async (name, expected) => {
  expect(await answerOf(name)).toMatchObject(expected);
});
