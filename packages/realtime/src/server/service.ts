import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  type CredentialInput,
  classifyStatus,
  defineService,
  type Failure,
  PayloadTooLargeError,
  type Runtime,
  ServerError,
  type ServiceDefinition,
  type ServiceResponse,
} from '@org/core';
import { completeAddress } from '../internal/env-address.ts';
import { product } from '../internal/product.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { isLoopback, type RealtimeAddress, serviceUrl, usesTls } from '../protocol/address.ts';
import { isRecord } from '../protocol/json.ts';
import { requestSigner } from './sign-request.ts';

/** Where the service's REST API is. @public */
export type ServerAddress = RealtimeAddress & {
  /**
   * Lets `useTls: false` reach another machine, where anyone on the way reads events. The secret itself is
   * never sent. For a server inside a network of your own.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
};

export function createService(
  given: ServerAddress,
  secret: CredentialInput,
  runtime: Runtime,
): ServiceDefinition {
  const address = completeAddress(given);
  const isTls = usesTls(address);
  const baseUrl = serviceUrl(address, { scheme: 'http', subdomain: 'api', isTls });
  const { pathPrefix = '', dangerouslyAllowHttp = false } = given;
  const host = new URL(baseUrl).hostname;
  if (typeof dangerouslyAllowHttp !== 'boolean')
    throw misconfigured('dangerouslyAllowHttp must be a boolean.');
  if (!isTls && !isLoopback(host) && !dangerouslyAllowHttp)
    throw misconfigured(`useTls: false shows events to the network between here and ${host}. ${consent}`);
  return defineService({
    name: 'realtime',
    baseUrl,
    dangerouslyAllowHttp,
    auth: requestSigner(pathPrefix, runtime),
    credential: secret,
    credentialOption: 'secret',
    classify,
    timeoutMs: 10_000,
    product,
  });
}

const consent = 'Inside a network of your own set dangerouslyAllowHttp: true.';

const classify: Classify = (answer, context) => {
  const inBody = errorInBody(answer);
  if (inBody) return inBody;
  const failure = classifyStatus(answer, context);
  if (failure === undefined) return undefined;
  const words = ownWords(answer);
  const isClock = failure.type === AuthenticationError && words?.startsWith('Timestamp expired') === true;
  return { ...failure, message: isClock ? `${failure.message} ${clockHint}` : failure.message, words };
};

// soketi answers 200 to everything, and puts the status in the body.
function errorInBody(answer: ServiceResponse): Failure | undefined {
  const body = answer.status < 300 ? answer.json() : undefined;
  if (!isRecord(body)) return undefined;
  const { error, code } = body;
  const words = isRecord(error) ? error['message'] : error;
  if (typeof words !== 'string' || words === '') return undefined;
  const said = { words, details: body, credentialRefused: code === 401 };
  if (typeof code !== 'number' || code < 400) return { ...reported, ...said };
  const base = classifyStatus({ ...answer, status: code }, { nowMs: 0 });
  return { ...(base ?? refusal(code)), message: 'The service refused the request.', ...said };
}

/** An error without a status does not say whether the service acted. */
const reported = {
  type: ServerError,
  message: 'The service reports an error in a successful response.',
  outcome: 'unknown',
  replay: 'if-safe',
} as const;

function refusal(code: number): Failure {
  const type = code === 413 ? PayloadTooLargeError : BadRequestError;
  return { type, message: '', outcome: 'not-sent', replay: 'never', status: code };
}

/**
 * The hosted service speaks plain text. A signature error repeats the signed text, which names the key but
 * never the secret.
 */
function ownWords(answer: ServiceResponse): string | undefined {
  const body = answer.json();
  const error = isRecord(body) ? body['error'] : undefined;
  const text = typeof error === 'string' ? error : answer.text();
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line === '' || line.startsWith('<') ? undefined : line;
}

const clockHint = 'The clock of this machine and the clock of the service differ by more than ten minutes.';
