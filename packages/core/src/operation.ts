import type { Auth } from './auth/auth.ts';
import type { Constraint } from './constraints/constraint.ts';
import type { RateReport } from './constraints/usage.ts';
import type { CredentialInput } from './credentials/source.ts';
import type { Hedge } from './hedge.ts';
import { type Compress, type HttpRequest, invalid } from './http/request.ts';
import type { ServiceResponse } from './http/response.ts';
import type { OperationContext } from './operation-context.ts';
import type { Failure } from './retry/failure.ts';
import type { Safety } from './safety.ts';
import type { Schema } from './schema.ts';

/** `undefined`: this is a success. @public */
export type Classify = (answer: ServiceResponse, context: OperationContext) => Failure | undefined;

/** One thing a service can do: how a request is made from the input, and the result from the answer. Pure functions, no I/O. @public */
export interface Operation<Input, Output> {
  /** As it appears in errors and events: noun first, `contact.upsert`. */
  readonly name: string;
  /** What repeating it means; that decides about retries. When in doubt `unsafe`: then nothing is ever done twice by itself. */
  readonly safety: Safety;
  /** The request, once for all attempts. What it throws ends the call before anything is sent. */
  encode(input: Input, context: OperationContext): HttpRequest;
  /** The shape of a JSON answer, or a function for anything else. A schema that does not fit is a `ResponseFormatError`. */
  readonly decode:
    | Schema<Output>
    | ((answer: ServiceResponse, input: Input, context: OperationContext) => Output | Promise<Output>);
  /**
   * Does a 2xx response prove that the service accepted the request? `false` ends the call with outcome `unknown`; a decoder
   * that fails after `true` ends it with `sent`. Without it, only a `read` is `sent` when its response cannot be decoded.
   * To report the service's own refusal in a 2xx response, use `classify`.
   */
  readonly isAccepted?: ((answer: ServiceResponse, context: OperationContext) => boolean) | undefined;
  /** Overrides the service's for this operation. */
  readonly classify?: Classify | undefined;
  /** Which of the service's limit groups counts for it. */
  readonly limitGroup?: string | undefined;
  /** How much of a limit one request uses; 1 unless told. */
  readonly cost?: ((input: Input) => number) | undefined;
  /** The header that carries the key of a `keyed` operation; `false` when `encode` puts it elsewhere. @defaultValue `idempotency-key` */
  readonly idempotencyHeader?: string | false | undefined;
  /** A second attempt beside one that takes long, if `safety` is `read`; `false` where that makes no sense. */
  readonly hedge?: Hedge | false | undefined;
  /** Overrides the service's for this operation; `false` for none. */
  readonly compress?: Compress | false | undefined;
  /** Default time limits of this operation where the caller gives none. */
  readonly timeoutMs?: number | undefined;
}

/** Only a `read` may be hedged: an operation that acts would act twice. @public */
export type HedgeRule = { readonly safety: 'read' } | { readonly hedge?: false | undefined };

/** Keeps the types of input and output, and gives the operation back as it is. @public */
export function defineOperation<Input, Output>(
  operation: Operation<Input, Output> & HedgeRule,
): Operation<Input, Output> {
  return operation;
}

/** A service as data: where it is, how to sign in, what it allows, how it says no. @public */
export interface ServiceDefinition {
  /** Name of the service in errors and events. */
  readonly name: string;
  /** `https://…`; plain `http` only to loopback. May have a path. */
  readonly baseUrl: string;
  /** Lets the base URL be plain `http` to any host: everybody on the way reads key and content. For a server inside a network of your own. */
  readonly dangerouslyAllowHttp?: boolean | undefined;
  /** Where the credential goes: `bearer()`, `headerKey(name)`, `queryKey(name)`, `basic({ user })`, `signer(sign)`, `noAuth()`. */
  readonly auth: Auth;
  /** The credential, or where it is to be found when it is needed: `fromEnv('ACME_API_KEY')`. */
  readonly credential?: CredentialInput | undefined;
  /** What the driver calls the option that takes the credential: the message of a missing one names it. @defaultValue 'apiKey' */
  readonly credentialOption?: string | undefined;
  /** The limits the service publishes; all must hold. */
  readonly limits?: readonly Constraint[] | undefined;
  /** Further limits for groups of operations. */
  readonly limitGroups?: Readonly<Record<string, readonly Constraint[]>> | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Tells failures from successes; {@link classifyStatus} when left out or when it has nothing to say about a status of 400 and above. */
  readonly classify?: Classify | undefined;
  /** Reads what an answer says about limits; the general reader of the usual headers when left out. */
  readonly readRates?:
    | ((answer: ServiceResponse, context: OperationContext) => readonly RateReport[])
    | undefined;
  /** Makes request bodies smaller, where the service takes it: `gzip()` of `@org/core/bodies`. */
  readonly compress?: Compress | undefined;
  /** Answer headers that may hold the service's id of the request, in order. */
  readonly requestIdHeaders?: readonly string[] | undefined;
  /** What we call ourselves to the service, first in the user agent: `org-email/1.2.0`. */
  readonly product?: string | undefined;
  /** The key may be seen by anybody (a publishable key): no browser guard. */
  readonly publicCredential?: boolean | undefined;
  /** Limit of one attempt where neither client nor operation says one. @defaultValue 30 000 */
  readonly timeoutMs?: number | undefined;
}

/** Checks the type of a definition, and gives it back as it is. @public */
export function defineService(service: ServiceDefinition): ServiceDefinition {
  return service;
}

/**
 * One outside value as one segment of a path: encoded, and never `.`, `..` or empty.
 *
 * @throws InvalidInputError for those, for half of a surrogate pair, and for what is no text: `undefined` would ask for a thing of that name
 * @public
 */
export function pathSegment(value: string): string {
  if (typeof value !== 'string' || /^\.{0,2}$|\p{Cs}/u.test(value))
    throw invalid('id', 'in a path must be a well-formed text other than "", "." and ".."');
  return encodeURIComponent(value);
}
