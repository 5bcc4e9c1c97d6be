import { createRequire } from 'node:module';
import { join } from 'node:path';

/** The body of a request for a route. */
export type RouteBody = Readonly<Record<string, unknown>> & { readonly points: [number, number][] };

type Spec = (done: (() => void) & { fail: () => void }) => void;

/** The routes that the specs of GraphHopper's JavaScript client request. None of them is sent. */
export async function recordRoutes(packages: string): Promise<readonly [name: string, body: RouteBody][]> {
  const root = join(packages, 'graphhopper-js-api-client');
  const require = createRequire(join(root, 'package.json'));
  const axios = require('axios');
  const routes: [string, RouteBody][] = [];
  const specs: [string, Spec][] = [];
  let current = '';
  axios.post = (_url: string, body: RouteBody) => {
    routes.push([current, structuredClone(body)]);
    return Promise.reject({ response: { status: 400, data: { message: 'recorded' } } });
  };
  const jasmine = {
    key: 'not-sent',
    profile: 'car',
    describe: (_name: string, define: () => void) => define(),
    it: (name: string, spec: Spec) => specs.push([name, spec]),
    expect: () => ({ toContain() {} }),
  };
  Object.assign(globalThis, jasmine);
  try {
    require(join(root, 'spec/GraphHopperRoutingSpec.js'));
    for (const [name, spec] of specs.filter(([name]) => !/^Get (Info|EN|DE)$/.test(name))) {
      current = name;
      await new Promise<void>((resolve) => spec(Object.assign(() => resolve(), { fail: () => resolve() })));
    }
  } finally {
    for (const name of Object.keys(jasmine)) Reflect.deleteProperty(globalThis, name);
  }
  return routes;
}
