import type { Classify, Failure } from '@org/core';
import { PointNotFoundError, readIfFits } from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import {
  classify,
  describeFailure,
  failed,
  noPoint,
  noRoute,
  notAccepted,
  serviceError,
  tooMuch,
} from './errors.ts';

type Meaning = typeof noPoint;

/** The failure of a response that says so in its body, whatever its status is. */
function failureOf(
  status: number,
  [type, advice]: Meaning,
  code: number | undefined,
  words: string,
): Failure {
  const base = { type, message: advice, outcome: 'not-sent', replay: 'never', status } as const;
  return describeFailure(base, { type, advice, code, words });
}

const vroomBody = z.object({ code: z.number(), error: z.optional(z.string()) });

/**
 * Optimisation sends its code with any status, 200 included.
 *
 * Source: VROOM-Project/vroom docs/API.md, "code"; VROOM-Project/vroom-express.
 */
export const classifyOptimize: Classify = (response, context) => {
  const body = readIfFits(vroomBody, response.json());
  if (body === undefined) return classify(response, context);
  const { code, error: words = '' } = body;
  return code === 0 ? undefined : failureOf(response.status, meaningOfVroom(code, words), code, words);
};

// VROOM names the place that cannot be reached in its text, with the code of a routing or an input error.
function meaningOfVroom(code: number, words: string): Meaning {
  if (/unfound route/i.test(words)) return noRoute;
  if (/routable point|could not find (?:\S{1,20} ){0,9}point/i.test(words)) return noPoint;
  if (code === 4) return tooMuch;
  return code === 2 ? notAccepted : failed;
}

const noHeight: Meaning = [
  PointNotFoundError,
  'The service has no height for any of these places: its data may not cover them.',
];

/**
 * The service and its description number its errors differently: its text decides.
 *
 * Source: GIScience/openelevationservice, `api_exceptions.py`; openrouteservice API reference, "Elevation".
 */
export const classifyElevation: Classify = (response, context) => {
  const own = ownErrorOf(response.status, response.json());
  if (own === undefined) return classify(response, context);
  const { code, words } = own;
  return failureOf(response.status, meaningOfElevation(code, words), code, words);
};

function meaningOfElevation(code: number | undefined, words: string): Meaning {
  if (/outside the bounds/i.test(words)) return noHeight;
  if (/LimitError|number of (nodes|vertices)/i.test(words) || code === 4004) return tooMuch;
  const isRefused = /(Value|Header|Geometry)Error/.test(words) || (code !== undefined && code >= 4000);
  return isRefused ? notAccepted : failed;
}

/** Source: openrouteservice docs, "Error codes", POIs API; GIScience/openpoiservice. */
export const classifyPois: Classify = (response, context) => {
  const own = ownErrorOf(response.status, response.json());
  if (own === undefined) return classify(response, context);
  const { code, words } = own;
  const isTooMuch = code === 4005 || code === 4008 || /too (long|large)|restrictions/i.test(words);
  const isFailure = code === 4099 || code === undefined ? response.status >= 500 : false;
  const meaning = isTooMuch ? tooMuch : isFailure ? failed : notAccepted;
  return failureOf(response.status, meaning, code, words);
};

const nestedError = z.object({ error: serviceError });

// `{"code", "message"}`, also in `error`. The gateway's errors have a string in `error`.
function ownErrorOf(status: number, body: unknown) {
  if (status < 400 || status === 403 || status === 429) return undefined;
  const { code, message } = readIfFits(nestedError, body)?.error ?? readIfFits(serviceError, body) ?? {};
  return typeof message === 'string' ? { code, words: message } : undefined;
}

const peliasBody = z.object({ geocoding: z.object({ errors: z.array(z.string()) }) });

/** Source: Pelias documentation, "Search", errors. */
export const classifyGeocoding: Classify = (response, context) => {
  const errors = readIfFits(peliasBody, response.json())?.geocoding.errors;
  if (response.status < 400 || response.status === 403 || response.status === 429 || errors === undefined)
    return classify(response, context);
  const meaning = response.status >= 500 ? failed : notAccepted;
  return failureOf(response.status, meaning, undefined, errors.join(' '));
};
