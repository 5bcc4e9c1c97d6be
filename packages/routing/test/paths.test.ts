// A host of an engine has some of its services: the client has the methods of those, and no others.
import { queryKey } from '@org/core';
import { createRoutingClient, type RoutingCapabilities } from '@org/routing';
import { osrm } from '@org/routing/osrm';
import { stadia } from '@org/routing/stadia';
import { valhalla } from '@org/routing/valhalla';
import { describe, expect, it } from 'vitest';
import { methodNames } from '../src/model/engine/method-names.ts';
import { failureOf, scriptedFetch } from './scripted-fetch.ts';

const baseUrl = 'https://host.example';
const offered = ({ capabilities }: { readonly capabilities: RoutingCapabilities }) =>
  methodNames.filter((name) => capabilities[name] === true).sort();

const services = {
  valhalla: {
    route: ['directions'],
    optimized_route: [],
    isochrone: ['isochrones'],
    sources_to_targets: ['matrix'],
    locate: ['nearest', 'snap'],
    height: ['elevation'],
    trace_route: ['match'],
    trace_attributes: ['attributes'],
    expansion: ['expansion'],
    status: ['status'],
  },
  osrm: {
    route: ['directions'],
    table: ['matrix'],
    nearest: ['nearest', 'snap'],
    match: ['match'],
    trip: [],
  },
} as const;

const open = {
  valhalla: (paths: object) => valhalla({ baseUrl, paths }),
  osrm: (paths: object) => osrm({ baseUrl, paths }),
};
const whole = { valhalla: valhalla({ baseUrl }), osrm: osrm({ baseUrl }) };

describe.each(['valhalla', 'osrm'] as const)('R3: %s({ paths })', (engine) => {
  const rows = Object.entries(services[engine]);

  it.each(rows)('with %s alone has %j', (service, methods) => {
    expect(offered(open[engine]({ [service]: '/x' }))).toEqual(methods);
  });

  it.each(rows)('without %s has all but %j', (service, methods: readonly string[]) => {
    const others = rows.filter(([name]) => name !== service).map(([name]) => [name, `/${name}`] as const);
    const expected = offered(whole[engine]).filter((name) => !methods.includes(name));
    expect(offered(open[engine](Object.fromEntries(others)))).toEqual(expected);
  });

  it('orders stops where that service has a path', () => {
    const trip = engine === 'osrm' ? 'trip' : 'optimized_route';
    const orders = (paths: object) => open[engine](paths).capabilities.options.optimizeOrder as boolean;
    expect([orders({ route: '/x', [trip]: '/y' }), orders({ route: '/x' })]).toEqual([true, false]);
  });
});

it('R3: stadia() has what its own description has', () => {
  const valhallaOnly = ['expansion', 'status'];
  const expected = offered(whole.valhalla).filter((name) => !valhallaOnly.includes(name));
  expect(offered(stadia({ apiKey: 'key' }))).toEqual(expected);
});

// Reports of people at a host: a path of another service, and one that is closed.
it.each([
  [
    'https://github.com/nilsnolde/docker-valhalla/issues/24',
    404,
    { error_code: 106, error: "Try any of:'/locate' '/route'", status_code: 404, status: 'Not Found' },
    'unsupported',
  ],
  ['https://github.com/valhalla/valhalla/issues/3382', 404, '<html>Not found</html>', 'not-found'],
  [
    'https://github.com/routingpy/routingpy/issues/95',
    403,
    'Access to this service is restricted',
    'permission',
  ],
])('R8: %s is what its status says', async (_source, status, body, code) => {
  const { runtime, sent } = scriptedFetch({ status, body });
  const baseUrl = 'https://host.example/valhalla/v1';
  const driver = valhalla({ baseUrl, apiKey: 'pk.1', auth: queryKey('access_token') });
  const routing = createRoutingClient({ driver, limiter: false, retry: false, runtime });
  const call = routing.isochrones({ profile: 'cycling', locations: [[-0.78, 9.43]], ranges: [360] });
  expect(await failureOf(call)).toMatchObject({ code });
  expect(sent[0]?.url.href).toBe('https://host.example/valhalla/v1/isochrone?access_token=pk.1');
});
