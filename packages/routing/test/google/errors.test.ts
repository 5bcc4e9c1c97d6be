import { readFileSync, statSync } from 'node:fs';
import { createRoutingClient } from '@org/routing';
import { google } from '@org/routing/google';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../../email/test/support/shared-folder.ts';
import { failureOf, scriptedFetch } from '../scripted-fetch.ts';
import { open, profile, waypoints } from './open.ts';

const errorOf = (code: number, status: string, message: string, reason?: string) => ({
  error: { code, status, message, ...(reason && { details: [{ '@type': 'ErrorInfo', reason }] }) },
});
const point = 'places near 49.410000, 8.680000';

// Words: google/rpc/code.proto, google/api/error_reason.proto. Texts: googleapis/google-cloud-node#5970,
// vivet/GoogleApi#414, developers.google.com/maps/documentation/routes/handle-errors (2025-09).
const cases: readonly (readonly [code: string, status: number, body: unknown, words: string])[] = [
  ['bad-request', 400, errorOf(400, 'INVALID_ARGUMENT', 'FieldMask is a required parameter.'), 'FieldMask'],
  ['authentication', 400, errorOf(400, 'INVALID_ARGUMENT', 'No.', 'API_KEY_INVALID'), 'Check `apiKey`'],
  [
    'authentication',
    400,
    errorOf(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.'),
    'Check `apiKey`',
  ],
  [
    'authentication',
    403,
    errorOf(403, 'PERMISSION_DENIED', 'The request is missing a valid API key.'),
    'Check `apiKey`',
  ],
  ['authentication', 401, errorOf(401, 'UNAUTHENTICATED', 'Expired token.'), 'Check `apiKey`'],
  [
    'permission',
    403,
    errorOf(403, 'PERMISSION_DENIED', 'Routes API has not been used', 'SERVICE_DISABLED'),
    'enable the Routes API',
  ],
  ['rate-limit', 429, errorOf(429, 'RESOURCE_EXHAUSTED', "Quota exceeded for 'per minute'"), 'Quota'],
  ['quota-exceeded', 429, errorOf(429, 'RESOURCE_EXHAUSTED', 'Quota exceeded: requests per day'), 'quota'],
  ['point-not-found', 404, errorOf(404, 'NOT_FOUND', `No road: ${point}`), 'no road'],
  ['server', 503, errorOf(503, 'UNAVAILABLE', 'Try again.'), 'Try again'],
  ['server', 500, errorOf(500, 'INTERNAL', 'Internal.'), 'Internal'],
  [
    'limit-exceeded',
    400,
    errorOf(400, 'INVALID_ARGUMENT', 'travel_duration must be at least 1 second and not exceed 3600 seconds'),
    'not exceed 3600',
  ],
  // Of a proxy.
  ['permission', 403, '<html>Blocked</html>', ''],
  ['server', 502, {}, ''],
];

describe('google(): refusals', () => {
  const forms = cases.flatMap(([code, status, body, words]) => [
    { code, status, body, words, form: 'an object' },
    // A matrix is a stream: its error is in a list.
    { code, status, body: [body], words, form: 'a list' },
  ]);

  it.each(forms)('R8: $status $code in $form', async ({ code, status, body, words }) => {
    const { routing } = open(body, {}, status);
    const failed = Array.isArray(body)
      ? routing.matrix({ profile, origins: waypoints })
      : routing.directions({ profile, waypoints });
    const error = await failureOf(failed);
    expect(error).toMatchObject({ code });
    expect(String(error)).toContain(words);
    expect(String(error) + JSON.stringify(error)).not.toMatch(/key\.1|49\.41/);
  });

  it('R8: names the variable of a missing key', async () => {
    const driver = google({ apiKey: undefined });
    const routing = createRoutingClient({ driver, runtime: scriptedFetch({ body: {} }).runtime });
    const error = await failureOf(routing.directions({ profile, waypoints }));
    expect(String(error)).toContain('GOOGLE_MAPS_API_KEY');
    // @ts-expect-error no such option
    expect(() => google({ key: 'key.1' })).toThrow('no option "key"');
    // @ts-expect-error no such quota
    expect(() => google({ quotas: { matrix: 60 } })).toThrow('google({ quotas }) has no option "matrix"');
    // @ts-expect-error no such value
    expect(() => google({ traffic: 'best' })).toThrow("traffic must be true, false or 'optimal'");
  });
});

interface Recorded {
  readonly id: string;
  readonly status: number;
  readonly request: { readonly path: string };
  readonly body: unknown;
  readonly means: { readonly class: string };
}

const file = `${sharedFolder('observed')}google-routes.json`;
const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
const recorded: readonly Recorded[] = isThere ? JSON.parse(readFileSync(file, 'utf8')).answers : [];

describe('google(): answers that others recorded', () => {
  it.each(recorded)('R8: $id', async ({ status, request, body, means }) => {
    const { routing } = open(body, {}, status);
    const calls: Readonly<Record<string, () => Promise<unknown>>> = {
      '/directions/v2:computeRoutes': () => routing.directions({ profile, waypoints }),
      '/distanceMatrix/v2:computeRouteMatrix': () =>
        routing.matrix({
          profile,
          origins: waypoints.slice(0, 1),
          destinations: Array(5).fill(waypoints[1]),
        }),
      '/v1/isochrones:generate': () =>
        routing.isochrones({ profile, locations: [waypoints[0]], ranges: [4_000] }),
    };
    const end = await calls[request.path]?.().then(
      () => 'ok',
      (error: { readonly code: string }) => error.code,
    );
    // These are single elements of larger tables, and an empty body may be from anything.
    const isPart = Array.isArray(body) && status === 200;
    const isEmpty = status === 200 && Object.keys(Object(body)).length === 0;
    expect(end).toBe(isPart || isEmpty ? 'response-format' : means.class);
  });

  it(`R8: are there${isThere ? '' : ' (the recordings are not there)'}`, () => {
    expect(recorded.length > 0).toBe(isThere);
  });
});
