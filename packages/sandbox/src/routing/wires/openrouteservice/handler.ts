import { EngineError } from '@org/routing/embedded';
import type { SandboxHandler, SandboxRequest, SandboxResponse } from '../../../http/exchange.ts';
import { createRouter, type RouteHandler, route } from '../../../http/router.ts';
import { readJsonObject } from '../../../json.ts';
import { createAdmission } from './admission.ts';
import { type CompanionOptions, companionRoutes } from './companions.ts';
import { handleDirections, readGetDirections } from './directions.ts';
import { convertEngineError, type ErrorBase, OrsError, renderOrsError } from './errors.ts';
import { handleIsochrones } from './isochrones.ts';
import { handleMatrix } from './matrix.ts';
import { costingOf } from './profiles.ts';
import { handleSnap } from './snap-endpoint.ts';

export type OpenrouteserviceOptions = CompanionOptions;

/**
 * openrouteservice's directions, isochrones, matrix, snap and elevation, calculated by Valhalla, and its
 * geocoding over the names of the map. Requests, responses and
 * errors are openrouteservice's; the numbers are Valhalla's. Source: GIScience/openrouteservice
 * docs/api-reference and ors-api (requests, responses, errors); the gateway's part from its forum.
 */
export function createOpenrouteserviceHandler(options: OpenrouteserviceOptions): SandboxHandler {
  const { engine } = options;
  const guard = createGateway(options);
  const directions = (format: 'json' | 'geojson') =>
    guard(2000, ({ request, costing, profile }) =>
      handleDirections({ engine, costing, profile, format, request, body: readJson(2000, request) }),
    );
  const isochrones = guard(3000, ({ request, costing, profile }) =>
    handleIsochrones({ engine, costing, profile, request, body: readJson(3000, request) }),
  );
  const matrix = guard(6000, ({ request, costing }) =>
    handleMatrix({ engine, costing, request, body: readJson(6000, request) }),
  );
  const snap = (format: 'json' | 'geojson') =>
    guard(8000, ({ request, costing }) =>
      handleSnap({ engine, costing, request, format, body: readJson(8000, request) }),
    );
  return createRouter(
    [
      route('POST', '/v2/directions/:profile', directions('json')),
      route('POST', '/v2/directions/:profile/json', directions('json')),
      route('POST', '/v2/directions/:profile/geojson', directions('geojson')),
      route(
        'GET',
        '/v2/directions/:profile',
        guard(2000, ({ request, costing, profile }) =>
          handleDirections({
            engine,
            costing,
            profile,
            format: 'geojson',
            request,
            body: readGetDirections(request.query),
          }),
        ),
      ),
      route('POST', '/v2/isochrones/:profile', isochrones),
      route('POST', '/v2/isochrones/:profile/geojson', isochrones),
      route('POST', '/v2/matrix/:profile', matrix),
      route('POST', '/v2/matrix/:profile/json', matrix),
      route('POST', '/v2/snap/:profile', snap('json')),
      route('POST', '/v2/snap/:profile/json', snap('json')),
      route('POST', '/v2/snap/:profile/geojson', snap('geojson')),
      ...companionRoutes(options),
      route('GET', '/v2/health', () => ({ status: 200, json: { status: 'ready' } })),
    ],
    {
      methodNotAllowed: (request) =>
        renderOrsError(new OrsError(405, 2099, `Request method '${request.method}' is not supported.`)),
    },
  );
}

interface EndpointCall {
  readonly request: SandboxRequest;
  readonly profile: string;
  readonly costing: string;
}

type Endpoint = (call: EndpointCall) => Promise<SandboxResponse>;

// First the gateway (key, minute, day), then the engine behind it.
function createGateway(options: OpenrouteserviceOptions) {
  const admit = createAdmission(options);
  return (base: ErrorBase, endpoint: Endpoint): RouteHandler =>
    async (request, { profile = '' }) => {
      const { refusal, headers } = admit(base, request);
      if (refusal !== undefined) return refusal;
      try {
        const answer = await endpoint({ request, profile, costing: costingOf(base, profile) });
        return { ...answer, headers: { ...answer.headers, ...headers } };
      } catch (error) {
        if (OrsError.isInstance(error)) return renderOrsError(error);
        if (EngineError.isInstance(error)) return renderOrsError(convertEngineError(base, error));
        throw error;
      }
    };
}

function readJson(base: ErrorBase, request: SandboxRequest): Record<string, unknown> {
  if (request.bytes.length === 0) throw new OrsError(500, base + 8, 'The request body is missing or empty.');
  const body = readJsonObject(request.text());
  if (body === undefined) throw new OrsError(400, base, 'The request body is not readable JSON.');
  return body;
}
