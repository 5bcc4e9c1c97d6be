import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  ConfigurationError,
  classifyStatus,
  type Failure,
  PayloadTooLargeError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  ServerError,
  type ServiceResponse,
  UnsupportedError,
} from '@org/core';
import type { FailureType } from '@org/core/driver';
import {
  LimitExceededError,
  NoRouteError,
  PointNotFoundError,
  readIfFits,
  withoutCoordinates,
} from '../../driver.ts';
import * as z from '../../wire/schema.ts';
import { readQuota } from './service/quota.ts';

const refusalBody = z.object({
  message: z.optional(z.nullable(z.string())),
  hints: z.optional(
    z.array(
      z.object({
        message: z.optional(z.nullable(z.string())),
        details: z.optional(z.nullable(z.string())),
        point_index: z.optional(z.number()),
      }),
    ),
  ),
});

/**
 * A refusal names the class of an exception in `hints[].details`; the gateway of the hosted service answers
 * with `message` only.
 */
export const classify: Classify = (response, context) => {
  const base = classifyStatus(response, context);
  if (base === undefined) return undefined;
  const { message, hints = [] } = readIfFits(refusalBody, response.json()) ?? {};
  const [hint] = hints;
  const words = message ?? hint?.message ?? '';
  const shared = {
    ...base,
    redact: withoutCoordinates,
    ...(words === '' ? {} : { words, details: { message: words } }),
  };
  if (base.status === 429) return mapThrottled(shared, response, words, context.nowMs);
  const name = classNameIn(hint?.details);
  const [type, advice] = meaningOf(name, words, base);
  const pointIndex = hint?.point_index ?? indexIn(words);
  return {
    ...shared,
    type,
    message: advice,
    ...(name === undefined ? {} : { providerCode: name }),
    ...(base.status === 400 || base.status === 500 ? { replay: 'never' } : {}),
    // A refusal with its reason. Without one, the engine may have failed after it made a job.
    ...(base.status === 500 && type !== ServerError ? { outcome: 'not-sent' } : {}),
    ...(type === AuthenticationError ? { credentialRefused: true } : {}),
    ...extraOf(type, name, pointIndex),
  };
};

function extraOf(type: FailureType, name: string | undefined, pointIndex: number | undefined) {
  if (type === PointNotFoundError && pointIndex !== undefined) return { extra: { pointIndex } };
  return name === 'PointDistanceExceededException' ? { extra: { limit: 'distance' } } : {};
}

// "Cannot find point 2: …", "Point 2 is out of bounds: …".
function indexIn(words: string): number | undefined {
  const index = /\bpoint (\d{1,9})(?!\d|\.\d)/i.exec(words)?.[1];
  return index === undefined ? undefined : Number(index);
}

// "class java.lang.IllegalArgumentException" in answers of the optimization.
function classNameIn(details: string | null | undefined): string | undefined {
  return details?.split(/[^A-Za-z]/).at(-1) || undefined;
}

// The same status and form for the limit of the minute and the credits of the day.
function mapThrottled(shared: Failure, response: ServiceResponse, words: string, nowMs: number): Failure {
  const quota = readQuota(response, nowMs);
  const isDaily = (quota?.remaining ?? 1) <= 0 || (/daily|per day/i.test(words) && !/minute/i.test(words));
  if (!isDaily) {
    const message = 'The credits of the minute are used up.';
    return { ...shared, type: RateLimitError, message };
  }
  const message = 'The credits of the day are used up. Other plans have more.';
  const extra = quota?.resetAt === undefined ? {} : { extra: { resetAt: quota.resetAt } };
  return { ...shared, type: QuotaExceededError, message, replay: 'never', throttled: false, ...extra };
}

type Meaning = readonly [type: FailureType, advice: string];

const noPoint: Meaning = [
  PointNotFoundError,
  'One of the places has no road near it, or is outside the map.',
];
const noArea: Meaning = [
  PointNotFoundError,
  'The place has no road near it, or the range is too small for an area.',
];
const noRoute: Meaning = [NoRouteError, 'There is no route between these places for this profile.'];
const tooMuch: Meaning = [
  LimitExceededError,
  'The request is larger than the service accepts. Send a smaller one.',
];
const tooFar: Meaning = [LimitExceededError, 'The places are too far from each other for the service.'];
const notOffered: Meaning = [
  UnsupportedError,
  'The service does not offer this, or not for this profile or plan.',
];
const noMatch: Meaning = [NoRouteError, 'The track could not be matched to roads.'];
const wrongKey: Meaning = [AuthenticationError, 'GraphHopper refused the API key. Check apiKey.'];
const notFound: Meaning = [
  ConfigurationError,
  'The server does not have this endpoint. Check baseUrl, and the version of the server.',
];

// Source: graphhopper/graphhopper web-api, com.graphhopper.util.exceptions.
export const byClass: Readonly<Record<string, Meaning>> = {
  PointNotFoundException: noPoint,
  PointOutOfBoundsException: noPoint,
  ConnectionNotFoundException: noRoute,
  MaximumNodesExceededException: tooMuch,
  PointDistanceExceededException: tooFar,
  TimeoutException: tooMuch,
};

// For refusals that name no class. Source: messages of graphhopper/graphhopper, engine 11.0, and of
// the hosted service.
export const byWords: readonly (readonly [RegExp, Meaning])[] = [
  [/^point not found|cannot find point/i, noPoint],
  [/too few points found/i, noArea],
  [/connection between locations not found/i, noRoute],
  [/sequence is broken/i, noMatch],
  [/too (many|big|large)|allowed: \d|must be between/i, tooMuch],
  [/flexible mode|speed mode|\bch\b|turn costs/i, notOffered],
  [/does not exist|not available|not supported/i, notOffered],
  [/cannot find the path details|does not support elevation|elevation is not/i, notOffered],
  [/wrong credentials/i, wrongKey],
];

const byStatus: Readonly<Record<number, Meaning>> = {
  400: [BadRequestError, 'The service did not accept the request.'],
  401: wrongKey,
  403: [PermissionError, 'The key may not use this endpoint. Check its plan.'],
  404: notFound,
  405: notFound,
  413: [PayloadTooLargeError, 'The request is larger than the service accepts. Send a smaller one.'],
  500: [ServerError, 'The engine failed.'],
  501: notOffered,
};

function meaningOf(name: string | undefined, words: string, base: Failure): Meaning {
  const known = name !== undefined && Object.hasOwn(byClass, name) ? byClass[name] : undefined;
  if (known !== undefined) return known;
  const isRefusal = base.status === 400 || base.status === 401;
  const found = isRefusal ? byWords.find(([pattern]) => pattern.test(words)) : undefined;
  return found?.[1] ?? byStatus[base.status ?? 0] ?? [base.type, base.message];
}
