import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  type CredentialInput,
  classifyStatus,
  defineService,
  type Failure,
  PayloadTooLargeError,
  ServerError,
  type ServiceDefinition,
  type ServiceResponse,
  signer,
} from '@org/core';
import { completeAddress } from '../internal/env-address.ts';
import { product } from '../internal/product.ts';
import { misconfigured } from '../internal/wrong-input.ts';
import { isLoopback, type RealtimeAddress, serviceUrl, usesTls } from '../protocol/address.ts';
import { isRecord } from '../protocol/json.ts';

/** The address of the service's REST API. @public */
export type ServerAddress = RealtimeAddress & {
  /**
   * Allows `useTls: false` to another machine. Anyone on the network can then read the events, but not the
   * secret, which is never sent. For a server in your own network.
   *
   * @defaultValue false
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
};

type Sign = typeof import('./signing/sign-request.ts').sign;

export function createService(given: ServerAddress, secret: CredentialInput, sign: Sign): ServiceDefinition {
  const address = completeAddress(given);
  const isTls = usesTls(address);
  const baseUrl = serviceUrl(address, { scheme: 'http', subdomain: 'api', isTls });
  const { pathPrefix = '', dangerouslyAllowHttp = false } = given;
  const host = new URL(baseUrl).hostname;
  if (typeof dangerouslyAllowHttp !== 'boolean')
    throw misconfigured('dangerouslyAllowHttp must be a boolean.');
  if (!isTls && !isLoopback(host) && !dangerouslyAllowHttp)
    throw misconfigured(`useTls: false sends events to ${host} as plain text. ${consent}`);
  return defineService({
    name: 'realtime',
    baseUrl,
    dangerouslyAllowHttp,
    auth: signer((target, secret) => sign(target, secret, pathPrefix), {
      queryNames: ['auth_timestamp', 'auth_version', 'body_md5', 'auth_signature'],
    }),
    credential: secret,
    credentialOption: 'secret',
    classify,
    timeoutMs: 10_000,
    product,
  });
}

const consent = 'In your own network, set dangerouslyAllowHttp: true.';

const classify: Classify = (answer, context) => {
  const inBody = errorInBody(answer);
  if (inBody) return inBody;
  const failure = classifyStatus(answer, context);
  if (failure === undefined) return undefined;
  const words = ownWords(answer);
  const isClock = failure.type === AuthenticationError && words?.startsWith('Timestamp expired') === true;
  return { ...failure, message: isClock ? `${failure.message} ${clockHint}` : failure.message, words };
};

// soketi always responds with status 200, and puts the real status into the body.
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

/** Without a status it is unknown whether the service acted. */
const reported = {
  type: ServerError,
  message: 'The service reported an error in a successful response.',
  outcome: 'unknown',
  replay: 'if-safe',
} as const;

function refusal(code: number): Failure {
  const type = code === 413 ? PayloadTooLargeError : BadRequestError;
  return { type, message: '', outcome: 'not-sent', replay: 'never', status: code };
}

/**
 * The hosted service responds with plain text. A signature error repeats the signed text, which has the key
 * but not the secret.
 */
function ownWords(answer: ServiceResponse): string | undefined {
  const body = answer.json();
  const error = isRecord(body) ? body['error'] : undefined;
  const text = typeof error === 'string' ? error : answer.text();
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line === '' || line.startsWith('<') ? undefined : line;
}

const clockHint = 'The clocks of this machine and of the service differ by more than ten minutes.';
