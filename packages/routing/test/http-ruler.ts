import { type Classify, classifyStatus, noAuth, QuotaExceededError } from '@org/core';
import { httpDriver } from '@org/core/driver';
import { type FaultHandler, type FaultServer, startFaultServer } from '@org/core/testing';
import { onTestFinished } from 'vitest';
import {
  type CreditsOf,
  defineRoutingDriver,
  type RoutingDriver,
  routingOperation,
} from '../src/driver/routing-driver.ts';
import { NoRouteError, PointNotFoundError } from '../src/errors.ts';
import type { RoutingCapabilities } from '../src/model/engine/capabilities.ts';
import { type RulerOptions, rulerEngine } from './ruler-engine.ts';

export interface HttpRulerOptions extends Pick<RulerOptions, 'caps' | 'split' | 'snap'> {
  readonly creditsOf?: CreditsOf;
  readonly capabilities?: Partial<RoutingCapabilities>;
}

/** `factor` lets two engines disagree about every duration. */
export interface RulerService {
  readonly server: FaultServer;
  /** The operations that were requested, in order. */
  requested(): readonly string[];
}

/** A service of the ruler engine on loopback. The rules of the test go first. */
export async function startRuler(rules: readonly FaultHandler[] = [], factor = 1): Promise<RulerService> {
  const engine = rulerEngine().open({});
  const server = await startFaultServer({ rules });
  onTestFinished(() => server.close());
  server.respond(async (request) => {
    try {
      const answer = await engine.execute(request.path.slice(1) as 'matrix', JSON.parse(request.text()));
      return { answer: { json: scale(answer, factor), headers: { 'x-left': '7' } } };
    } catch (error) {
      const code = NoRouteError.isInstance(error) ? 'no-route' : 'no-point';
      return { answer: { status: 404, json: { code } } };
    }
  });
  return { server, requested: () => server.requests.map(({ path }) => path.slice(1)) };
}

function scale(answer: unknown, factor: number): unknown {
  const { durationsSeconds } = answer as { durationsSeconds?: (number | null)[][] };
  if (durationsSeconds === undefined) return answer;
  const scaled = durationsSeconds.map((row) => row.map((cell) => cell && cell * factor));
  return { ...(answer as object), durationsSeconds: scaled };
}

const classify: Classify = (response, context) => {
  const failure = classifyStatus(response, context);
  if (failure === undefined) return undefined;
  const { code } = Object(response.json());
  if (code === 'no-route') return { ...failure, type: NoRouteError, replay: 'never' };
  if (code === 'no-point') return { ...failure, type: PointNotFoundError, replay: 'never' };
  if (code !== 'quota') return failure;
  const reset = response.headers.get('x-reset');
  const extra = reset === null ? {} : { extra: { resetAt: new Date(reset) } };
  return { ...failure, type: QuotaExceededError, replay: 'never', throttled: false, ...extra };
};

const names = ['directions', 'isochrones', 'matrix', 'snap'] as const;

/** The ruler engine as a service: over HTTP, by way of the whole pipeline. */
export function httpRuler(name: string, { server }: RulerService, options: HttpRulerOptions = {}) {
  const { creditsOf, capabilities, ...ruler } = options;
  const operations = Object.fromEntries(
    names.map((each) => [
      each,
      routingOperation(each, {
        encode: (query) => ({ method: 'POST', path: `/${each}`, json: query }),
        decode: (response) => {
          const left = response.headers.get('x-left');
          const quota = left === null ? {} : { quota: { limit: 10, remaining: Number(left) } };
          return { ...(response.json() as object), ...quota } as never;
        },
      }),
    ]),
  );
  const driver = httpDriver({
    service: { name, baseUrl: server.url, auth: noAuth(), classify },
    operations: operations as never,
    capabilities: { ...rulerEngine(ruler).capabilities, ...capabilities },
  });
  return defineRoutingDriver({ ...driver, creditsOf } as unknown as RoutingDriver<
    ReturnType<typeof rulerEngine>['capabilities']
  >);
}
