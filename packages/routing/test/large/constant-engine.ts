import { type Constraint, defineService, noAuth } from '@org/core';
import { httpDriver } from '@org/core/driver';
import { defineRoutingDriver, type RoutingDriver } from '../../src/driver/routing-driver.ts';
import { routingOperation } from '../../src/driver.ts';
import type { RoutingCapabilities } from '../../src/model/engine/capabilities.ts';
import { noCaps, noOptions } from '../../src/model/engine/no-capabilities.ts';
import type { MatrixAnswer, MatrixQuery } from '../../src/model/reach/matrix.ts';
import { routingProfiles } from '../../src/model/travel/profiles.ts';

const capabilities = {
  directions: false,
  isochrones: false,
  matrix: true,
  snap: false,
  rawRequests: false,
  profiles: routingProfiles,
  options: noOptions,
  caps: { ...noCaps, matrixCells: 2500 },
  split: { directions: 'never', matrix: 'tiles' },
} as const satisfies RoutingCapabilities;

/** An engine of matrices in which every distance is 1: for sizes at which nothing else may take time. */
export function constantEngine(onRequest: () => void | Promise<void> = () => {}) {
  return defineRoutingDriver({
    specVersion: 1,
    name: 'constant',
    capabilities,
    open: () => ({
      async execute(_name: string, query: unknown): Promise<never> {
        await onRequest();
        return answerOf(query as MatrixQuery) as never;
      },
      close: async () => {},
    }),
  });
}

/** The same engine as a service with limits; its responses are empty. */
export function constantService(limits: readonly Constraint[]): RoutingDriver<typeof capabilities> {
  return httpDriver({
    service: defineService({ name: 'constant', baseUrl: 'http://localhost:1', auth: noAuth(), limits }),
    operations: {
      matrix: routingOperation('matrix', {
        encode: () => ({ method: 'GET', path: '/matrix' }),
        decode: (_response, query) => answerOf(query),
      }),
    },
    capabilities,
  });
}

function answerOf({ origins, destinations }: MatrixQuery): MatrixAnswer {
  return {
    distancesMeters: origins.map(() => destinations.map(() => 1)),
    origins: origins.map(() => ({})),
    destinations: destinations.map(() => ({})),
    warnings: [],
    attribution: [],
    raw: undefined,
  };
}
