import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  ConfigurationError,
  classifyStatus,
  type Failure,
  QuotaExceededError,
  ServerError,
  UnsupportedError,
} from '@org/core';
import type { FailureType } from '@org/core/driver';
import {
  LimitExceededError,
  NoRouteError,
  PointNotFoundError,
  readIfFits,
  redactDetails,
  withoutCoordinates,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';

export const serviceError = z.object({
  code: z.optional(z.number()),
  message: z.optional(z.nullable(z.string())),
});

const engineBody = z.object({ error: serviceError });
const gatewayBody = z.object({ error: z.string() });

/**
 * The engine sends an object in `error`, the gateway before it a string; any other response is judged by its
 * status.
 */
export const classify: Classify = (response, context) => {
  const base = classifyStatus(response, context);
  if (base === undefined) return undefined;
  const body = response.json();
  const engine = readIfFits(engineBody, body);
  if (engine !== undefined) return mapEngineFailure(base, engine.error);
  const gateway = readIfFits(gatewayBody, body);
  return redactDetails(
    gateway === undefined ? mapPlainFailure(base) : mapGatewayFailure(base, gateway.error),
  );
};

// The gateway sends 403 for a used-up quota and for a bad key; only its text distinguishes them.
function mapGatewayFailure(base: Failure, words: string): Failure {
  if (base.status !== 403) return mapPlainFailure(base);
  if (/quota/i.test(words)) {
    const message =
      'The quota of the day is used up. It renews within 24 hours; other plans have a larger quota.';
    return { ...base, type: QuotaExceededError, message };
  }
  if (/disallowed|authori[sz]/i.test(words)) {
    const message =
      'openrouteservice refused the API key, or its plan does not include this endpoint. Check apiKey.';
    return { ...base, type: AuthenticationError, message, credentialRefused: true };
  }
  return base;
}

function mapPlainFailure(base: Failure): Failure {
  if (base.status !== 405) return base;
  const message =
    'openrouteservice sends 405 for a wrong base URL. ' +
    'Set baseUrl without "/v2" and without a slash at its end.';
  return { ...base, type: ConfigurationError, message };
}

function mapEngineFailure(base: Failure, { code, message }: z.infer<typeof serviceError>): Failure {
  const words = message ?? '';
  const [type, advice] = meaningOf(code, base, words);
  return describeFailure(base, { type, advice, code, words, extra: extraOf(type, words) });
}

/** A failure of a service with its code and its words. */
export function describeFailure(
  base: Failure,
  found: {
    readonly type: FailureType;
    readonly advice: string;
    readonly code: number | undefined;
    readonly words: string;
    readonly extra?: Readonly<Record<string, unknown>> | undefined;
  },
): Failure {
  const { type, advice, code, words, extra } = found;
  return {
    ...base,
    type,
    message: advice,
    words,
    redact: withoutCoordinates,
    outcome: 'not-sent',
    // The same request fails in the engine again; a failure of the proxies before it may pass.
    replay: base.status === 503 ? base.replay : 'never',
    ...(code === undefined ? {} : { providerCode: String(code) }),
    details: { code, message: words },
    ...(extra === undefined ? {} : { extra }),
  };
}

type Meaning = readonly [type: FailureType, advice: string];

export const noPoint: Meaning = [
  PointNotFoundError,
  'One of the places has no road near it for this profile.',
];
export const noRoute: Meaning = [NoRouteError, 'There is no route between these places for this profile.'];
export const tooMuch: Meaning = [
  LimitExceededError,
  'The request is larger than the service accepts. Send a smaller one.',
];
export const notAccepted: Meaning = [BadRequestError, 'The service did not accept the request.'];
export const failed: Meaning = [ServerError, 'The engine failed.'];
const notOffered: Meaning = [UnsupportedError, 'The service does not offer this.'];

/**
 * Source: openrouteservice docs, "Error codes"; GIScience/openrouteservice, the classes `*ErrorCodes`.
 * Thousands name the endpoint: 2 directions, 3 isochrones, 6 matrix, 7 export, 8 snapping, 9 matching.
 */
export const codes: readonly (readonly [Meaning, readonly number[]])[] = [
  [tooMuch, [2004, 2017, 3004, 3012, 6004, 6020]],
  [noRoute, [2009, 2013, 2014, 2015, 2016]],
  [noPoint, [2010, 6010, 8010]],
  [notOffered, [2018, 3005]],
  [failed, [2006, 2099, 3006, 3099, 6006, 6099, 7099, 8099, 9099]],
  // Also 500, without a body: 2008, 3008, 6008.
  [notAccepted, [2000, 2001, 2002, 2003, 2007, 2008, 2011, 2012]],
  [notAccepted, [3000, 3001, 3002, 3003, 3007, 3008, 3011]],
  [notAccepted, [6000, 6001, 6002, 6003, 6007, 6008, 6011]],
  [notAccepted, [7000, 7001, 7002, 7003, 7005, 8000, 8001, 8002, 8003, 9000, 9001, 9002, 9003]],
];

// These endpoints use a number for different things, by version: the status and the text decide.
function meaningOf(code: number | undefined, base: Failure, words: string): Meaning {
  if (code === 3099 && words.includes('closest node is null')) return noPoint;
  if (code === 2099 && words.includes('Unable to find a route')) return noRoute;
  for (const [meaning, listed] of codes) if (code !== undefined && listed.includes(code)) return meaning;
  const { status = 500 } = base;
  if (status === 501) return notOffered;
  if (status >= 500) return failed;
  if (/exceeds? the server|out of range|must not be greater/i.test(words)) return tooMuch;
  return status === 400 || status === 406 ? notAccepted : [base.type, base.message];
}

// "coordinate 2: …" counts from 0, "between points 2 (…) and 3" from 1. A matrix names its origins apart from
// its destinations.
function extraOf(type: FailureType, words: string) {
  if (type === LimitExceededError) return /route distance/i.test(words) ? { limit: 'distance' } : undefined;
  if (type !== PointNotFoundError && type !== NoRouteError) return undefined;
  const [, list, index] =
    /(coordinate|(?:Source|Destination) point\(s\)|between points) \[?(\d+)(?!\.?\d)/.exec(words) ?? [];
  if (list === undefined) return undefined;
  if (list[0] === 'D') return { destinationIndex: Number(index) };
  return { pointIndex: Number(index) - (list[0] === 'b' ? 1 : 0) };
}
