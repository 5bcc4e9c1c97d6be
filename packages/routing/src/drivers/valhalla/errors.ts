import {
  BadRequestError,
  type Classify,
  ConfigurationError,
  classifyStatus,
  type Failure,
  type FailureType,
  ServerError,
  UnsupportedError,
} from '@org/core';
import { LimitExceededError, NoRouteError, PointNotFoundError } from '../../errors.ts';
import * as z from '../../internal/schema.ts';
import { readIfFits } from '../../wire/read.ts';
import { redactDetails, withoutCoordinates } from '../../wire/redact.ts';

const refusalBody = z.object({ error_code: z.number(), error: z.optional(z.string()) });

/** The engine's own refusals by their number; those of a proxy before it, and every 429, by status. */
export const classify: Classify = (response, context) => {
  const base = classifyStatus(response, context);
  if (base === undefined) return undefined;
  const refusal = readIfFits(refusalBody, response.json());
  if (refusal === undefined) return redactDetails(base);
  const { error_code: code, error = 'no words' } = refusal;
  const failure = mapRefusal({ code, status: response.status, text: error });
  return base.retryAfterMs === undefined ? failure : { ...failure, retryAfterMs: base.retryAfterMs };
};

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
  const { code, status, text: words } = refusal;
  const [type, advice] = meaningOf(code);
  const isTransient = transientCodes.has(code);
  return {
    type,
    ...(code === tooFarCode ? { extra: { limit: 'distance' } } : {}),
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

// The engine is starting or shutting down. Its other failures repeat with the same request.
const transientCodes: ReadonlySet<number> = new Set([102, 203, 402]);

type Meaning = readonly [type: FailureType, advice: string];

const noRoute: Meaning = [NoRouteError, 'There is no route between these places for this profile.'];
const tooMuch: Meaning = [
  LimitExceededError,
  'The request is larger than the engine accepts. Send a smaller one.',
];
const tooFar: Meaning = [
  LimitExceededError,
  'The places are too far from each other for the engine, or one of them is far off its map.',
];
const notOffered: Meaning = [UnsupportedError, 'The engine does not offer this.'];
const broken: Meaning = [ServerError, 'The engine failed.'];

const meanings: readonly (readonly [from: number, to: number, Meaning])[] = [
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
  [140, 144, notOffered],
  [150, 153, tooMuch],
  [tooFarCode, tooFarCode, tooFar],
  [155, 157, tooMuch],
  [166, 167, tooMuch],
  [170, 170, noRoute],
  [171, 171, [PointNotFoundError, 'One of the places has no road near it for this profile.']],
  [199, 232, broken],
  [299, 299, broken],
  [314, 314, tooMuch],
  [401, 402, broken],
  [420, 430, broken],
  [440, 442, noRoute],
  [446, 446, broken],
  [499, 599, broken],
];

function meaningOf(code: number): Meaning {
  const row = meanings.find(([from, to]) => code >= from && code <= to);
  return row?.[2] ?? [BadRequestError, 'The engine did not accept the request.'];
}
