import { randomUUID } from 'node:crypto';
import { type Engine, EngineError } from '@org/routing/embedded';
import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { createRouter, type RouteHandler, route } from '../../../http/router.ts';
import { handleIsochrone, solveMatrix } from './areas.ts';
import { createGateway, type GatewayOptions } from './gateway.ts';
import { createJobs } from './jobs.ts';
import { convertEngineError, GraphHopperProblem, notOffered, renderProblem } from './problem.ts';
import { readRequest } from './request.ts';
import { handleRoute } from './route.ts';
import { solveVrp } from './vrp.ts';

export interface GraphHopperOptions extends GatewayOptions {
  readonly engine: Engine;
}

/**
 * GraphHopper's route, matrix, isochrone and optimization over the engine. Source: GraphHopper Directions
 * API; graphhopper/graphhopper docs/web/api-doc.md.
 */
export function createGraphHopperHandler(options: GraphHopperOptions): SandboxHandler {
  const { engine } = options;
  const jobs = createJobs();
  const admit = createGateway(options);
  const batch = (path: string, solutionPath: string, solveIt: typeof solveMatrix) => [
    route('POST', path, (request) => {
      // The job goes on after the response.
      const { signal } = new AbortController();
      const work = solveIt(engine, { ...readRequest(request), signal });
      return { status: 200, json: { job_id: jobs.start(work) } };
    }),
    route('GET', solutionPath, (_request, { id = '' }) => ({ status: 200, json: jobs.read(id) })),
  ];
  const router = createRouter([
    ...both('/route', (request) => handleRoute(engine, readRequest(request))),
    ...both('/matrix', async (request) => ({
      status: 200,
      json: await solveMatrix(engine, readRequest(request)),
    })),
    route('POST', '/vrp', async (request) => {
      const started = performance.now();
      const solution = await solveVrp(engine, readRequest(request));
      const times = { waiting_time_in_queue: 0, processing_time: Math.round(performance.now() - started) };
      return {
        status: 200,
        json: { copyrights, job_id: randomUUID(), status: 'finished', ...times, solution },
      };
    }),
    ...batch('/matrix/calculate', '/matrix/solution/:id', solveMatrix),
    ...batch('/vrp/optimize', '/vrp/solution/:id', solveVrp),
    route('GET', '/isochrone', (request) => handleIsochrone(engine, readRequest(request))),
    ...Object.entries(absent).flatMap(([path, what]) =>
      both(path, () => {
        throw notOffered(what);
      }),
    ),
  ]);
  return async (request) => {
    const admitted = admit(request);
    if ('status' in admitted) return admitted;
    const response = await answer(router, request);
    return { ...response, headers: { ...response.headers, ...admitted.headers } };
  };
}

const copyrights = ['GraphHopper', 'OpenStreetMap contributors'];

const absent = {
  '/geocode': "geocoding in GraphHopper's API",
  '/match': "map matching in GraphHopper's API",
  '/cluster': 'clustering',
  '/cluster/calculate': 'clustering',
  '/nearest': "nearest in GraphHopper's API",
  '/info': "information in GraphHopper's API",
} as const;

function both(path: string, handler: RouteHandler) {
  return [route('GET', path, handler), route('POST', path, handler)];
}

async function answer(handler: SandboxHandler, request: SandboxRequest): Promise<SandboxResponse> {
  try {
    const response = await handler(request);
    return response.status === 404 ? { status: 404, json: { message: 'HTTP 404 Not Found' } } : response;
  } catch (error) {
    if (GraphHopperProblem.isInstance(error)) return renderProblem(error);
    if (EngineError.isInstance(error)) return renderProblem(convertEngineError(error));
    throw error;
  }
}
