import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  classifyStatus,
  type Failure,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  UnsupportedError,
} from '@org/core';
import { LimitExceededError, NoRouteError, PointNotFoundError, withoutCoordinates } from '../../driver.ts';
import { valueAt } from './paths.ts';
import type { GenericErrorKind, GenericService } from './table.ts';

const refused = { outcome: 'not-sent', replay: 'never', throttled: false } as const;

const meanings: Readonly<Record<GenericErrorKind, Partial<Failure>>> = {
  authentication: {
    ...refused,
    type: AuthenticationError,
    message: 'The service did not accept the key. Check `apiKey`.',
    credentialRefused: true,
  },
  permission: { ...refused, type: PermissionError, message: 'The key may not do this.' },
  'bad-request': {
    ...refused,
    type: BadRequestError,
    message: 'The service refused the request as invalid.',
  },
  'rate-limit': {
    type: RateLimitError,
    message: 'Too many requests for the moment.',
    outcome: 'not-sent',
    replay: 'always',
    throttled: true,
  },
  'quota-exceeded': { ...refused, type: QuotaExceededError, message: 'The quota of the plan is used up.' },
  'no-route': {
    ...refused,
    type: NoRouteError,
    message: 'There is no route between these places for this profile.',
  },
  'point-not-found': {
    ...refused,
    type: PointNotFoundError,
    message: 'One of the places has no road near it for this profile.',
  },
  'limit-exceeded': {
    ...refused,
    type: LimitExceededError,
    message: 'The request is larger than the service accepts. Set `caps` of the table.',
  },
  unsupported: { ...refused, type: UnsupportedError, message: 'The service does not offer this.' },
};

/** The meaning of a failed response: its status, and what the table says about its code. */
export function createClassify({ errors = {} }: GenericService): Classify {
  return (response, context) => {
    const failure = classifyStatus(response, context);
    if (failure === undefined) return undefined;
    const body = response.json();
    const code = errors.code === undefined ? undefined : codeOf(valueAt(body, errors.code));
    const words = errors.message === undefined ? undefined : valueAt(body, errors.message);
    const { kinds = {} } = errors;
    const kind = code !== undefined && Object.hasOwn(kinds, code) ? kinds[code] : undefined;
    return {
      ...failure,
      ...(kind === undefined ? {} : meanings[kind]),
      providerCode: code ?? failure.providerCode,
      words: typeof words === 'string' ? words : undefined,
      // The body of an unknown service may repeat the request.
      details: undefined,
      redact: withoutCoordinates,
    };
  };
}

function codeOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
