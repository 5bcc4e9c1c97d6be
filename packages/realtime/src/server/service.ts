import {
  AuthenticationError,
  BadRequestError,
  type Classify,
  ConfigurationError,
  type CredentialInput,
  classifyStatus,
  defineService,
  type Failure,
  type HttpAnswer,
  PayloadTooLargeError,
  type Runtime,
  type ServiceDefinition,
} from '@org/core';
import { completeAddress } from '../internal/env-address.ts';
import { product } from '../internal/product.ts';
import { requestSigner } from './sign-request.ts';

/** Where the service's REST API is. `host` wins over `cluster`. @public */
export interface ServerAddress {
  /** For the hosted service: `eu`, `us2`, … @defaultValue REALTIME_CLUSTER, else `mt1` */
  readonly cluster?: string | undefined;
  /** A host name alone, for any other server. @defaultValue REALTIME_HOST, with REALTIME_PORT */
  readonly host?: string | undefined;
  /** @defaultValue 443 with TLS, 80 without */
  readonly port?: number | undefined;
  /** @defaultValue true, except on loopback */
  readonly useTls?: boolean | undefined;
  /** For a server behind a prefix, like `/realtime`. */
  readonly pathPrefix?: string | undefined;
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/;

export function createService(
  address: ServerAddress,
  secret: CredentialInput,
  runtime: Runtime,
): ServiceDefinition {
  const { pathPrefix = '' } = address;
  if (pathPrefix !== '' && !/^(?:\/[\w.-]+)+$/.test(pathPrefix)) {
    throw new ConfigurationError({
      message: 'pathPrefix must look like "/realtime", without a slash at the end.',
    });
  }
  return defineService({
    name: 'realtime',
    baseUrl: `${originOf(completeAddress(address))}${pathPrefix}`,
    auth: requestSigner(pathPrefix, runtime),
    credential: secret,
    credentialOption: 'secret',
    classify,
    timeoutMs: 10_000,
    product,
  });
}

function originOf({ cluster = 'mt1', host, port, useTls }: ServerAddress): string {
  if (host === undefined && !/^[a-z0-9-]+$/.test(cluster)) {
    throw new ConfigurationError({
      message: 'cluster must be lower-case letters, digits and dashes, like "eu".',
    });
  }
  if (host !== undefined && !/^(?:[\w.-]+|\[[\da-f:.]+\])$/i.test(host)) {
    throw new ConfigurationError({
      message: 'host must be a host name alone, like "ws.example.com"; the port has its own option.',
    });
  }
  if (port !== undefined && !(Number.isSafeInteger(port) && port > 0 && port < 65_536)) {
    throw new ConfigurationError({ message: 'port must be a number from 1 to 65535.' });
  }
  const name = host ?? `api-${cluster}.pusher.com`;
  const tls = useTls ?? !loopback.test(name);
  return `http${tls ? 's' : ''}://${name}${port === undefined ? '' : `:${port}`}`;
}

const classify: Classify = (answer, context) => {
  const inBody = errorInBody(answer);
  if (inBody) return inBody;
  const failure = classifyStatus(answer, context);
  if (failure === undefined) return undefined;
  const words = ownWords(answer);
  const isClock = failure.type === AuthenticationError && words?.startsWith('Timestamp expired') === true;
  return { ...failure, message: isClock ? `${failure.message} ${clockHint}` : failure.message, words };
};

// One server of this protocol answers 200 to everything and puts the status in the body.
function errorInBody(answer: HttpAnswer): Failure | undefined {
  if (answer.status >= 300) return undefined;
  const body = answer.json();
  if (typeof body !== 'object' || body === null || !('error' in body) || !('code' in body)) return undefined;
  const { error, code } = body;
  if (typeof error !== 'string' || typeof code !== 'number' || code < 400) return undefined;
  const base = classifyStatus({ ...answer, status: code }, { nowMs: 0 });
  return {
    ...(base ?? refusal(code)),
    message: 'The service refused the request.',
    words: error,
    credentialRefused: code === 401,
    details: body,
  };
}

function refusal(code: number): Failure {
  const type = code === 413 ? PayloadTooLargeError : BadRequestError;
  return { type, message: '', outcome: 'not-sent', replay: 'never', status: code };
}

/** The hosted service speaks plain text. A signature error repeats the text that was signed, which names the key but never the secret. */
function ownWords(answer: HttpAnswer): string | undefined {
  const body = answer.json();
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  const text = typeof error === 'string' ? error : answer.text();
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line === '' || line.startsWith('<') ? undefined : line;
}

const clockHint = 'The clock of this machine and the clock of the service differ by more than ten minutes.';
