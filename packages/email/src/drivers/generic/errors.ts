import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  ConflictError,
  classifyStatus,
  type Failure,
  NotFoundError,
  PermissionError,
  QuotaExceededError,
  RateLimitError,
  type ServiceResponse,
} from '@org/core';
import { refineFailure } from '@org/core/driver';
import {
  AccountSuspendedError,
  IdempotencyConflictError,
  MessageRejectedError,
  RecipientSuppressedError,
  redactAddresses,
  SenderNotVerifiedError,
} from '../../driver.ts';
import { findWords } from './find-words.ts';
import { idOf, valueAt } from './paths.ts';
import type { ErrorKind, GenericService } from './table.ts';

const refused = { outcome: 'not-sent', replay: 'never', throttled: false } as const;
/** Services answer these with a 401, too, although the key is right. */
const rightKey = { ...refused, credentialRefused: false } as const;

const meanings: Readonly<Record<ErrorKind, Partial<Failure>>> = {
  authentication: {
    ...refused,
    type: AuthenticationError,
    message: 'The service did not accept the key. Check `apiKey`.',
    credentialRefused: true,
  },
  permission: { ...rightKey, type: PermissionError, message: 'The key may not do this.' },
  'bad-request': {
    ...refused,
    type: BadRequestError,
    message: 'The service refused the request as invalid.',
  },
  'not-found': { ...refused, type: NotFoundError, message: 'The service knows no such thing. Check the id.' },
  conflict: { ...refused, type: ConflictError, message: 'The request clashes with what the service has.' },
  'rate-limit': {
    type: RateLimitError,
    message: 'Too many requests for the moment.',
    outcome: 'not-sent',
    replay: 'always',
    throttled: true,
  },
  'quota-exceeded': { ...rightKey, type: QuotaExceededError, message: 'The quota of the plan is used up.' },
  'sender-not-verified': {
    ...rightKey,
    type: SenderNotVerifiedError,
    message: 'Verify the domain of `from`.',
  },
  'recipient-suppressed': {
    ...refused,
    type: RecipientSuppressedError,
    message: 'The service does not send to this recipient.',
  },
  'account-suspended': { ...rightKey, type: AccountSuspendedError, message: 'The account is suspended.' },
  'message-rejected': { ...refused, type: MessageRejectedError, message: 'The content was rejected.' },
};

/** What a response means that refuses: its status first, then what the table says about its code. */
export function createClassify(service: GenericService): Classify {
  const { errors = {} } = service;
  return (response, context) => {
    const failure = classifyStatus(response, context) ?? refusalOf(response, service);
    if (failure === undefined) return undefined;
    const json = response.json();
    const code = errors.code === undefined ? undefined : idOf(valueAt(json, errors.code));
    const kind =
      code !== undefined && Object.hasOwn(errors.kinds ?? {}, code) ? errors.kinds?.[code] : undefined;
    return {
      ...refineFailure(failure, kind && meanings[kind]),
      providerCode: code ?? failure.providerCode,
      words: findWords(json, errors.message),
      details: undefined,
      redact: redactAddresses,
    };
  };
}

/** Of a 2xx response that says that the service did not do it. */
function refusalOf(response: ServiceResponse, { send, errors = {} }: GenericService): Failure | undefined {
  const { field, equals = true } = send.accepted ?? {};
  const usual = ['success', ...(field !== undefined && equals === true ? [field] : [])];
  const places = errors.refusal === undefined ? usual : [errors.refusal.field];
  const said = errors.refusal?.equals ?? false;
  const json = response.json();
  if (!places.some((place) => valueAt(json, place) === said)) return undefined;
  return {
    ...refused,
    type: BadRequestError,
    message: 'The service says that it refused the request.',
    status: response.status,
  };
}

/** Of a send with a key that the service refuses a second time. */
export function createSendClassify(service: GenericService): Classify {
  const classify = createClassify(service);
  return (response, context) => {
    const failure = classify(response, context);
    if (failure === undefined || response.status !== 409 || service.idempotency?.duplicate !== 'refuse')
      return failure;
    return {
      ...failure,
      type: IdempotencyConflictError,
      message: 'The service knows this idempotency key. Whether its mail went out is not known.',
      outcome: 'unknown',
      replay: 'never',
    };
  };
}
