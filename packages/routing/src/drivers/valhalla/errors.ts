import {
  BadRequestError,
  type Classify,
  ConfigurationError,
  classifyStatus,
  type Failure,
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
import { codeOfText } from './error-texts.ts';

const refusalBody = z.object({
  error_code: z.optional(z.number()),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
  message: z.optional(z.string()),
});

type Refusal = z.infer<typeof refusalBody>;

/** The engine's own refusals by their number; those of a proxy before it, and every 429, by status. */
export const classify: Classify = /* @__PURE__ */ classifyBy(codeOf);

/** In OSRM's format 443 and 444 are one with 171. */
export const classifyMatch: Classify = /* @__PURE__ */ classifyBy((refusal, status) =>
  refusal.code === 'NoSegment' ? 444 : codeOf(refusal, status),
);

function classifyBy(toCode: (refusal: Refusal, status: number) => number | undefined): Classify {
  return (response, context) => {
    const base = classifyStatus(response, context);
    if (base === undefined) return undefined;
    const refusal = readIfFits(refusalBody, response.json());
    const code = refusal && toCode(refusal, response.status);
    if (refusal === undefined || code === undefined || response.status === 429) return redactDetails(base);
    const text = refusal.error ?? refusal.message ?? 'no words';
    const failure = mapRefusal({ code, status: response.status, text });
    return base.retryAfterMs === undefined ? failure : { ...failure, retryAfterMs: base.retryAfterMs };
  };
}

// Old servers state no number, and the responses in OSRM's form have another code.
function codeOf({ error_code: code, error, code: osrmCode }: Refusal, status: number): number | undefined {
  if (code !== undefined) return code;
  if (error !== undefined) return codeOfText(error);
  return status < 500 || status === 503 ? osrmCodes.get(osrmCode ?? '') : undefined;
}

/** One number for each of the codes in OSRM's form. Source: valhalla/valhalla src/exceptions.cc. */
const osrmCodes: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ['InvalidUrl', 100],
  ['ServiceUnavailable', 102],
  ['InvalidService', 106],
  ['InvalidOptions', 110],
  ['InvalidValue', 130],
  ['DistanceExceeded', 154],
  ['PerimeterExceeded', 167],
  ['NoSegment', 171],
  ['BreakageDistanceExceeded', 172],
  ['NoRoute', 442],
]);

/**
 * A refusal in Valhalla's numbers, from its HTTP service or from the engine in the process.
 *
 * Source: valhalla/valhalla src/exceptions.cc.
 */
export function mapRefusal(refusal: {
  readonly code: number;
  readonly status: number;
  readonly text: string;
}): Failure {
  const { status, text: words } = refusal;
  // At the pole the search for roads leaves the grid of tiles.
  const code = words.includes('invalid tile id') ? noRoadCode : refusal.code;
  const [type, advice] = meaningOf(code);
  const isTransient = transientCodes.has(code);
  return {
    type,
    ...(code === tooFarCode ? { extra: { limit: 'distance' } } : {}),
    ...(advice === noRoute[1] && {
      extra: { searched: 'snap-radius', ...(code === unconnectedCode && { regions: 'unconnected' }) },
    }),
    message: advice,
    words: `${words} (${code})`,
    redact: withoutCoordinates,
    outcome: 'not-sent',
    replay: isTransient ? 'always' : 'never',
    status,
    providerCode: String(code),
    details: { error_code: code, error: words },
  };
}

// The engine checks distances before it searches for roads: null island is too far, not without a road.
const tooFarCode = 154;

// The engine compares the regions of all places before it searches for roads.
const unconnectedCode = 170;

const noRoadCode = 171;

// The engine is starting or shutting down. Its other failures repeat with the same request.
const transientCodes: ReadonlySet<number> = new Set([102, 203, 402]);

type Meaning = readonly [type: FailureType, advice: string];

const noRoute: Meaning = [
  NoRouteError,
  'There is no route between these places for this profile, from roads within the snap radius.',
];
const tooMuch: Meaning = [
  LimitExceededError,
  'The request is larger than the engine accepts. Send a smaller one.',
];
const tooFar: Meaning = [
  LimitExceededError,
  'The places are too far from each other for the engine, or one of them is far off its map.',
];
const noMatch: Meaning = [NoRouteError, 'The line follows no roads of this profile.'];
const notOffered: Meaning = [UnsupportedError, 'The engine does not offer this.'];
const broken: Meaning = [ServerError, 'The engine failed.'];

export const meanings: readonly (readonly [from: number, to: number, Meaning])[] = [
  [
    101,
    101,
    [
      ConfigurationError,
      'The method was refused. Check baseUrl: it may belong to another service than Valhalla.',
    ],
  ],
  [102, 102, broken],
  [106, 107, notOffered],
  [140, 142, notOffered],
  [144, 144, notOffered],
  [150, 153, tooMuch],
  [tooFarCode, tooFarCode, tooFar],
  [155, 157, tooMuch],
  [166, 167, tooMuch],
  [170, 170, noRoute],
  [noRoadCode, noRoadCode, [PointNotFoundError, 'One of the places has no road near it for this profile.']],
  [172, 172, noMatch],
  [176, 176, tooMuch],
  [199, 232, broken],
  [234, 234, tooMuch],
  [299, 299, broken],
  [314, 314, tooMuch],
  [400, 400, notOffered],
  [401, 402, broken],
  [420, 430, broken],
  [440, 442, noRoute],
  [443, 444, noMatch],
  [446, 446, broken],
  [499, 599, broken],
];

function meaningOf(code: number): Meaning {
  const row = meanings.find(([from, to]) => code >= from && code <= to);
  return row?.[2] ?? [BadRequestError, 'The engine did not accept the request.'];
}
