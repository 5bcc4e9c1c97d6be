import type { Auth } from './auth/auth.ts';
import type { CredentialInput } from './credentials/source.ts';
import type { Hedge } from './hedge.ts';
import type { Compress, HttpRequest } from './http/request.ts';
import type { ServiceResponse } from './http/response.ts';
import type { ResponseStream } from './http/response-stream.ts';
import type { Constraint } from './limits/kinds/constraint.ts';
import type { OperationContext } from './operation-context.ts';
import type { RateReport } from './rates.ts';
import type { Failure } from './retry/failure.ts';
import type { Safety } from './safety.ts';
import type { Schema } from './schema.ts';

/** The failure that a response means; `undefined` for a success. @public */
export type Classify = (response: ServiceResponse, context: OperationContext) => Failure | undefined;

/**
 * One operation of a service: how the input becomes a request, and the response a result. Pure functions, no
 * I/O. @public
 */
export interface Operation<Input, Output> {
  /** Name in errors and events: noun first, `contact.upsert`. */
  readonly name: string;
  /** Decides about retries. When in doubt `unsafe`: the pipeline then never acts twice. */
  readonly safety: Safety;
  /** The request, made once for all attempts. An error ends the call before anything is sent. */
  encode(input: Input, context: OperationContext): HttpRequest;
  /**
   * The shape of a JSON response, or a function. A response of another shape is a `ResponseFormatError`.
   * Without it the result is `undefined`.
   */
  readonly decode?:
    | Schema<Output>
    | ((response: ServiceResponse, input: Input, context: OperationContext) => Output | Promise<Output>)
    | undefined;
  /**
   * Does a 2xx response prove that the service accepted the request? `false` ends the call with outcome
   * `unknown`; a decoder that fails after `true` ends it with `sent`. Without it, only a `read` is `sent`
   * when its response cannot be decoded. To report the service's own refusal in a 2xx response, use
   * `classify`.
   */
  readonly isAccepted?: ((response: ServiceResponse, context: OperationContext) => boolean) | undefined;
  /** Overrides the service's for this operation. */
  readonly classify?: Classify | undefined;
  /** The limit group of the service that counts this operation. */
  readonly limitGroup?: string | undefined;
  /** How much of a limit one request uses. @defaultValue 1 */
  readonly cost?: ((input: Input) => number) | undefined;
  /**
   * The header that carries the key of a `keyed` operation; `false` when `encode` puts it elsewhere.
   *
   * @defaultValue `idempotency-key`
   */
  readonly idempotencyHeader?: string | false | undefined;
  /** A second attempt while a slow one is in flight, if `safety` is `read`; `false` for none. */
  readonly hedge?: Hedge | false | undefined;
  /** Overrides the service's for this operation; `false` for none. */
  readonly compress?: Compress | false | undefined;
  /** Attempt timeout of this operation where the caller gives none. */
  readonly timeoutMs?: number | undefined;
  /** `responseStream()`: 2xx responses have a `body`, as with `stream` of a raw request. */
  readonly stream?: ResponseStream | undefined;
}

/** Only a `read` may be hedged: any other operation would act twice. @public */
export type HedgeRule = { readonly safety: 'read' } | { readonly hedge?: false | undefined };

/**
 * Infers the types of input and output; returns the operation unchanged. @public
 *
 * @example
 * const getTemplate = defineOperation({
 *   name: 'template.get',
 *   safety: 'read',
 *   encode: (id: string) => ({ method: 'GET', path: `/templates/${pathSegment(id)}` }),
 *   decode: (response) => response.json() as { readonly subject: string },
 * });
 * const { subject } = await client.execute(getTemplate, 'welcome');
 */
export function defineOperation<Input = undefined, Output = undefined>(
  operation: Operation<Input, Output> & HedgeRule,
): Operation<Input, Output> {
  return operation;
}

/** A service as data: its address, authentication, limits and failures. @public */
export interface ServiceDefinition {
  /** Name of the service in errors and events. */
  readonly name: string;
  /** `https://…`; plain `http` only to loopback. May have a path. */
  readonly baseUrl: string;
  /**
   * Allows plain `http` to any host, which shows key and content to the network. For servers of your own
   * network.
   */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /**
   * The place of the credential: `bearerAuth()`, `headerKey(name)`, `queryKey(name)`, `basicAuth({ user })`,
   * `requestSigner(sign)`,
   * `noAuth()`.
   */
  readonly auth: Auth;
  /** The credential, or its source: `fromEnv('ACME_API_KEY')`. */
  readonly credential?: CredentialInput | undefined;
  /** The driver's option for the credential, for the message of a missing one. @defaultValue 'apiKey' */
  readonly credentialOption?: string | undefined;
  /**
   * Further secrets in the options of the driver, such as that of its webhooks. Those that are values, and
   * not sources, show in no error, as the credential.
   */
  readonly secrets?: readonly (CredentialInput | undefined)[] | undefined;
  /** The limits that the service publishes; all must hold. */
  readonly limits?: readonly Constraint[] | undefined;
  /** Further limits for groups of operations. */
  readonly limitGroups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Separates failures from successes. {@link classifyStatus} decides without it, and where it returns
   * `undefined` for a status of 400 and above.
   */
  readonly classify?: Classify | undefined;
  /**
   * Removes private data (addresses, coordinates) from what the service says, in every failure whose own
   * `redact` is not given.
   */
  readonly redact?: ((text: string) => string) | undefined;
  /**
   * Reads the limits that a response reports.
   *
   * @defaultValue `readRateHeaders` of `@org/core/headers`, the reader of the usual headers; also where it
   * returns `undefined`. A light client reads no headers without it.
   */
  readonly readRates?:
    | ((response: ServiceResponse, context: OperationContext) => readonly RateReport[] | undefined)
    | undefined;
  /** Compresses request bodies, where the service accepts it: `gzip()` of `@org/core/bodies`. */
  readonly compress?: Compress | undefined;
  /** Response headers that may hold the service's id of the request, in order. */
  readonly requestIdHeaders?: readonly string[] | undefined;
  /** The first part of the user agent: `org-email/1.2.0`. */
  readonly product?: string | undefined;
  /** The key is publishable: no browser guard. */
  readonly publicCredential?: boolean | undefined;
  /** Attempt timeout where neither client nor operation gives one. @defaultValue 30 000 */
  readonly timeoutMs?: number | undefined;
}

/**
 * Checks the type of a definition; returns it unchanged. @public
 *
 * @example
 * const acme = defineService({
 *   name: 'acme',
 *   baseUrl: 'https://api.acme.example',
 *   auth: bearerAuth(),
 *   credential: fromEnv('ACME_API_KEY'),
 *   limits: [perMinute(1000)],
 * });
 */
export function defineService(service: ServiceDefinition): ServiceDefinition {
  return service;
}
