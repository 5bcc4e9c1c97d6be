import { type Engine, EngineError } from '@org/routing/embedded';
import type { SandboxHandler, SandboxResponse } from '../../../http/exchange.ts';
import type { OsrmCall } from './locations.ts';
import { convertEngineError, OsrmProblem, renderProblem } from './problem.ts';
import { readRequest } from './request.ts';
import { handleMatch, handleRoute, handleTrip } from './routes.ts';
import { handleNearest, handleTable } from './tables.ts';

/**
 * OSRM's HTTP API over the engine: route, trip and match in the engine's own form of OSRM, table and nearest
 * from its matrices. Source: Project-OSRM/osrm-backend docs/http.md.
 */
export function createOsrmHandler(engine: Engine): SandboxHandler {
  return async (incoming) => {
    let service = '';
    try {
      const request = readRequest(incoming, Object.keys(services));
      service = request.service;
      const { run, options } = services[service] ?? tile;
      for (const name of request.options.keys())
        if (!options.includes(name) && !sharedOptions.includes(name))
          throw new OsrmProblem('InvalidQuery', `Query string malformed close to the option ${name}`);
      return await run({ engine, request, costing: costings.get(request.profile) ?? 'auto' });
    } catch (error) {
      if (OsrmProblem.isInstance(error)) return renderProblem(error);
      if (EngineError.isInstance(error)) return renderProblem(convertEngineError(error, service));
      throw error;
    }
  };
}

interface Service {
  readonly run: (call: OsrmCall) => Promise<SandboxResponse>;
  readonly options: readonly string[];
}

const sharedOptions = [
  ...['bearings', 'radiuses', 'generate_hints', 'hints', 'approaches', 'exclude', 'snapping'],
  'skip_waypoints',
];
const lineOptions = ['steps', 'geometries', 'overview', 'annotations'];

const tile: Service = {
  run: async () => {
    throw new OsrmProblem('NotImplemented', 'The sandbox has no tiles of OSRM.');
  },
  options: [],
};

const services: Readonly<Record<string, Service>> = {
  route: { run: handleRoute, options: [...lineOptions, 'alternatives', 'continue_straight', 'waypoints'] },
  table: {
    run: handleTable,
    options: ['sources', 'destinations', 'annotations', 'fallback_coordinate', 'scale_factor'],
  },
  nearest: { run: handleNearest, options: ['number'] },
  match: { run: handleMatch, options: [...lineOptions, 'timestamps', 'gaps', 'tidy', 'waypoints'] },
  trip: { run: handleTrip, options: [...lineOptions, 'roundtrip', 'source', 'destination'] },
  tile,
};

// OSRM does not check the label: the data decides. Here the label chooses the costing.
const costings: ReadonlyMap<string, string> = new Map([
  ...['truck', 'hgv'].map((label) => [label, 'truck'] as const),
  ...['bike', 'bicycle', 'cycling'].map((label) => [label, 'bicycle'] as const),
  ...['foot', 'walking', 'pedestrian'].map((label) => [label, 'pedestrian'] as const),
]);
