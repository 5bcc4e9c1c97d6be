import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  ConfigurationError,
  classifyStatus,
  type Failure,
  type FailureType,
  QuotaExceededError,
  ServerError,
  UnsupportedError,
} from '@org/core';
import { LimitExceededError, NoRouteError, PointNotFoundError } from '../../errors.ts';
import * as z from '../../internal/schema.ts';
import { readIfFits } from '../../wire/read.ts';
import { redactDetails, withoutCoordinates } from '../../wire/redact.ts';

const engineBody = z.object({
  error: z.object({ code: z.optional(z.number()), message: z.optional(z.nullable(z.string())) }),
});
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

function mapEngineFailure(base: Failure, { code, message }: z.infer<typeof engineBody>['error']): Failure {
  const words = message ?? '';
  const [type, advice] = meaningOf(code, base, words);
  const pointIndex = type === PointNotFoundError ? pointIndexIn(words) : undefined;
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
    ...(pointIndex === undefined ? {} : { extra: { pointIndex } }),
  };
}

type Meaning = readonly [type: FailureType, advice: string];

const noPoint: Meaning = [PointNotFoundError, 'One of the places has no road near it for this profile.'];
const noRoute: Meaning = [NoRouteError, 'There is no route between these places for this profile.'];
const tooMuch: Meaning = [
  LimitExceededError,
  'The request is larger than the service accepts. Send a smaller one.',
];
const notOffered: Meaning = [UnsupportedError, 'The service does not offer this.'];

// Source: openrouteservice docs, "Error codes". Thousands name the endpoint.
const meanings: ReadonlyMap<number, Meaning> = new Map([
  [2004, tooMuch],
  [2009, noRoute],
  [2010, noPoint],
  [2013, noRoute],
  [2014, noRoute],
  [2015, noRoute],
  [2016, noRoute],
  [2017, tooMuch],
  [2018, notOffered],
  [3004, tooMuch],
  [3005, notOffered],
  [3012, tooMuch],
  [6004, tooMuch],
  [6010, noPoint],
  [6020, tooMuch],
  [8004, tooMuch],
  [8010, noPoint],
]);

function meaningOf(code: number | undefined, base: Failure, words: string): Meaning {
  if (code === 3099 && words.includes('closest node is null')) return noPoint;
  const known = code === undefined ? undefined : meanings.get(code);
  if (known !== undefined) return known;
  const { status = 500 } = base;
  if (status >= 500) return [ServerError, 'The engine failed.'];
  return status === 400 || status === 406
    ? [BadRequestError, 'The service did not accept the request.']
    : [base.type, base.message];
}

// "… of specified coordinate 2: …" counts from 0. The matrix names a list; its first index is reported.
function pointIndexIn(words: string): number | undefined {
  const found = /coordinate (\d+):|point\(s\) \[(\d+)/.exec(words);
  const index = found?.[1] ?? found?.[2];
  return index === undefined ? undefined : Number(index);
}
