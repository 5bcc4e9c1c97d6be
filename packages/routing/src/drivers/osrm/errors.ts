import {
  BadRequestError,
  type Classify,
  ConfigurationError,
  classifyStatus,
  UnsupportedError,
} from '@org/core';
import type { FailureType } from '@org/core/driver';
import { textAt } from '@org/core/driver';
import { LimitExceededError, NoRouteError, PointNotFoundError, redactDetails } from '../../driver.ts';

type Meaning = readonly [type: FailureType, message: string];

const noRoute: Meaning = [
  NoRouteError,
  'There is no route between these places for this profile, from roads within the snap radius.',
];
const notOffered: Meaning = [UnsupportedError, 'This OSRM server does not offer this.'];
const invalid: Meaning = [BadRequestError, 'The engine did not accept the request.'];
const wrongAddress: Meaning = [
  ConfigurationError,
  'The server does not know this address. Check baseUrl, paths and the labels of profiles.',
];

// Source: Project-OSRM/osrm-backend docs/http.md, the codes of all services; Mapbox's documentation of the
// Directions API for the last four.
export const meanings: Readonly<Record<string, Meaning>> = {
  InvalidUrl: invalid,
  InvalidOptions: invalid,
  InvalidQuery: invalid,
  InvalidValue: invalid,
  InvalidService: wrongAddress,
  InvalidVersion: wrongAddress,
  NoSegment: [PointNotFoundError, 'One of the places has no road near it for this profile.'],
  TooBig: [
    LimitExceededError,
    'The request is larger than the server accepts. Set caps to the limits of the server.',
  ],
  DisabledDataset: notOffered,
  NotImplemented: notOffered,
  NoRoute: noRoute,
  NoTable: noRoute,
  NoTrips: noRoute,
  NoMatch: [NoRouteError, 'The track follows no roads of this profile.'],
  ProfileNotFound: wrongAddress,
  InvalidInput: invalid,
};

const notPrepared: Meaning = [
  UnsupportedError,
  'The data is not prepared to exclude these features, or this combination. Check the option avoid.',
];

const tooLong: Meaning = [
  LimitExceededError,
  'The server or a proxy refused the size of the request. ' +
    'Set post: true for a server from 26.1 on, or a smaller maxUrlLength and smaller caps.',
];

/**
 * OSRM's failures by their code: all have status 400, and hosts in the style of Mapbox send some with 200.
 * Failures of proxies, whose body is HTML, by status.
 */
export const classify: Classify = (response, context) => {
  const base = classifyStatus(response, context);
  const body = response.json();
  const code = textAt(body, 'code');
  const words = textAt(body, 'message');
  const coded = meaningOf(code, words, response.status);
  if (coded === undefined) return base && redactDetails({ ...base, ...stated(code, words) });
  const [type, message] = coded;
  const refused = { outcome: 'not-sent', replay: 'never', status: response.status } as const;
  const extra = coded === noRoute ? { extra: { searched: 'snap-radius' } } : {};
  return redactDetails({ ...refused, ...base, ...stated(code, words), ...extra, type, message });
};

// A proxy's JSON has neither.
function stated(code: string | undefined, words: string | undefined) {
  return {
    ...(code === undefined ? {} : { providerCode: code }),
    ...(words === undefined ? {} : { words }),
  };
}

function meaningOf(code: string | undefined, words: string | undefined, status: number): Meaning | undefined {
  if (code === undefined || code === 'Ok') return status === 413 || status === 414 ? tooLong : undefined;
  if (code === 'InvalidValue' && /exclude/i.test(words ?? '')) return notPrepared;
  const known = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  // A code of a newer version, with the status of a success.
  return known ?? (status < 400 ? invalid : undefined);
}

/** As `classify`, for operations whose coordinates are the places of the query, one for one. */
export const classifyWithIndex: Classify = /* @__PURE__ */ classifyIndexed('pointIndex');

/** As `classify`, for a matrix: its coordinates are those of `placeTable`. */
export const classifyMatrix: Classify = /* @__PURE__ */ classifyIndexed('tableIndex');

function classifyIndexed(name: 'pointIndex' | 'tableIndex'): Classify {
  return (response, context) => {
    const failure = classify(response, context);
    if (failure?.providerCode !== 'NoSegment') return failure;
    const index = /coordinate (\d+)/.exec(failure.words ?? '')?.[1];
    return index === undefined ? failure : { ...failure, extra: { ...failure.extra, [name]: Number(index) } };
  };
}
