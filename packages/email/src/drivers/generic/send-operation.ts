import { type Classify, defineOperation, type ServiceResponse } from '@org/core';
import { classifyByTable, idOf, valueAt } from '@org/core/tables';
import {
  allAccepted,
  IdempotencyConflictError,
  type PreparedMessage,
  redactAddresses,
} from '../../driver.ts';
import { emailFailureKinds } from '../../tables/index.ts';
import { encodeSend } from './encode.ts';
import type { Evidence, GenericService } from './table.ts';

/** The send that the table describes, and the meaning of its errors. */
export function createSend(service: GenericService) {
  const { send, idempotency, errors = {} } = service;
  const { id: idPath, accepted } = send;
  const { field, equals = true } = accepted ?? {};
  const refusals = ['success', ...(field !== undefined && equals === true ? [field] : [])];
  const classify = classifyByTable(errors, emailFailureKinds, redactAddresses, refusals);
  const idIn = (response: ServiceResponse) =>
    idPath === undefined ? undefined : idOf(valueAt(response.json(), idPath));
  const sending = defineOperation({
    name: 'send',
    safety: idempotency === undefined ? 'unsafe' : 'keyed',
    idempotencyHeader: idempotency?.header,
    classify: idempotency?.duplicate === 'refuse' ? refusingKeys(classify) : classify,
    encode: (message: PreparedMessage) => encodeSend(message, service),
    isAccepted: (response) =>
      accepted === undefined ? idIn(response) !== undefined : proves(response, accepted),
    decode: (response, message) => allAccepted(message, idIn(response)),
  });
  return { send: sending, classify };
}

/** A status alone is evidence without a body or with JSON: a login page is neither. */
export function proves(response: ServiceResponse, { statuses, field, equals = true }: Evidence): boolean {
  if (statuses !== undefined && !statuses.includes(response.status)) return false;
  const json = response.json();
  if (field !== undefined) return valueAt(json, field) === equals;
  return statuses !== undefined && (response.bytes.byteLength === 0 || json !== undefined);
}

/** Of a send with a key that the service refuses a second time. */
function refusingKeys(classify: Classify): Classify {
  return (response, context) => {
    const failure = classify(response, context);
    if (failure === undefined || response.status !== 409) return failure;
    return {
      ...failure,
      type: IdempotencyConflictError,
      message: 'The service knows this idempotency key. Whether its mail went out is not known.',
      outcome: 'unknown',
      replay: 'never',
    };
  };
}
