/// <reference lib="esnext.disposable" preserve="true" />

import { type CallDefaults, readCallDefaults, withCallDefaults } from './call-defaults.ts';
import type { CallOptions } from './call-options.ts';
import type { RunOperation } from './composite.ts';
import type { EngineOptions } from './engine-options.ts';
import { wrongOption } from './errors/wrong-option.ts';
import { parseBaseUrl, serverOf } from './http/base-url.ts';
import { guardBrowser } from './http/browser-guard.ts';
import { createHeaders, type RawRequest, requestNames } from './http/request.ts';
import type { ServiceResponse } from './http/response.ts';
import { userAgent } from './http/user-agent.ts';
import { openDefaultLimiter } from './limits/default-limiter.ts';
import type { Operation, ServiceDefinition } from './operation.ts';
import { CallContext } from './operation-context.ts';
import { readCall, readHooks } from './option-rules.ts';
import { isRecord, wrongKind } from './options/kind-of.ts';
import { meantOption } from './options/meant-option.ts';
import { wholeNumberOption } from './options/numbers.ts';
import { deepCopy, ownCopy } from './options/own.ts';
import { refuseUnknown } from './options/refuse-unknown.ts';
import type { Call } from './pipeline/call.ts';
import { createEngine, type OpenLimiter } from './pipeline/engine.ts';
import type { HttpJob, HttpSession } from './pipeline/http-executor.ts';
import { otherKey, prepareRequest, safetyOf } from './pipeline/http-request.ts';
import { LazyModule, type Loadable } from './pipeline/lazy-module.ts';
import type { HttpCode } from './pipeline/own-transport.ts';
import type { Requestable, StartRequest } from './pipeline/run-composite.ts';
import { type CallParts, loadCallParts, startCall, startComposite } from './pipeline/start-call.ts';

const tenMebibytes = 10 * 1024 * 1024;

/** A client for one HTTP service, made from its definition. @public */
export interface ServiceClient {
  /** The URL that the paths of requests are appended to. */
  readonly baseUrl: string;
  /**
   * Runs one operation through the pipeline: limiter, credential, retry, decoding. An operation without input
   * takes `undefined` before the options.
   *
   * @throws OrgError of the matching family, always with `outcome`; the caller's own abort reason, untouched
   */
  readonly execute: RunOperation<CallOptions>;
  /**
   * Any endpoint of the service, through the same pipeline. Resolves with the raw response; a failing status
   * rejects.
   */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
  /**
   * The same client with options that its calls do not need to repeat: a shorter deadline, a tenant, the
   * signal of a request that is being answered. It shares all, so closing one closes both.
   */
  withOptions(defaults: CallDefaults): ServiceClient;
  /** Lets calls in flight end (10 s at most), then refuses everything. May be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A client whose calls repeat their options. */
type PlainClient = Omit<ServiceClient, 'withOptions'>;

/**
 * A client for a service without a package: any endpoint by `request`, named and typed calls by `execute`.
 * @public
 *
 * @example
 * const credential = fromEnv('ACME_API_KEY');
 * const client = createServiceClient({ name: 'acme', baseUrl, auth: bearerAuth(), credential });
 * const response = await client.request({ method: 'GET', path: '/contacts', query: { limit: 10 } });
 * console.log(response.json());
 *
 * @throws ConfigurationError for a base URL that is not `https` (loopback excepted), and in a browser without
 * `dangerouslyAllowBrowser`
 */
export function createServiceClient(definition: ServiceDefinition, given: EngineOptions = {}): ServiceClient {
  const client = openServiceClient(definition, given, {
    openLimiter: openDefaultLimiter,
    openParts: (provider) => new LazyModule(provider, loadCallParts),
  });
  return scopable(client);
}

export interface HttpParts extends CallParts, HttpCode {}

/** The parts that full and light clients have in their own way. */
export interface ClientKit {
  /** Opens the limiter of a client that was given none. */
  readonly openLimiter: OpenLimiter;
  readonly openParts: (provider: string) => Loadable<HttpParts>;
}

export function openServiceClient(
  definition: ServiceDefinition,
  given: EngineOptions,
  { openLimiter, openParts }: ClientKit,
): PlainClient {
  const service = readService(definition);
  const options = ownCopy(given);
  const { name: provider, auth } = service;
  if (!service.publicCredential && auth.required) guardBrowser(provider, options.dangerouslyAllowBrowser);
  const base = parseBaseUrl(service.baseUrl, { provider, allowHttp: service.dangerouslyAllowHttp });
  const engine = createEngine(service, options, openLimiter, serverOf(base));
  const parts = openParts(provider);
  const session: HttpSession = {
    service,
    // Read within a call, which has loaded them.
    parts,
    fetch: options.runtime && ownCopy(options.runtime).fetch,
    maxResponseBytes: wholeNumberOption('maxResponseBytes', options.maxResponseBytes, tenMebibytes, 1),
    transport: options.transport,
    closeTransport: undefined,
  };
  const common = createHeaders([
    ['accept', 'application/json'],
    ['content-type', 'application/json'],
  ]);
  const agent = userAgent(service.product, options.userAgent);
  if (agent !== undefined) common.set('user-agent', agent);
  const clientHooks = readHooks(options.hooks);

  const start: StartRequest = (operation, input, callOptions, parent) => {
    if ('isComposite' in operation)
      return startComposite(engine, parts, operation, input, callOptions, start);
    const hooks = callOptions.hooks.length === 0 ? clientHooks : [...clientHooks, ...callOptions.hooks];
    const encode = (call: Call): HttpJob => {
      const encoded = ownCopy(operation.encode(input, new CallContext(call)));
      const compress =
        options.compress === false ? false : (operation.compress ?? service.compress ?? options.compress);
      const request = prepareRequest(service, base, encoded, callOptions, common, compress);
      call.http = request;
      const keyHeader = operation.idempotencyHeader ?? 'idempotency-key';
      if (operation.safety === 'keyed' && call.idempotencyKey !== undefined && keyHeader !== false) {
        if ((request.headers.get(keyHeader) ?? call.idempotencyKey) !== call.idempotencyKey)
          throw otherKey(service, keyHeader);
        request.headers.set(keyHeader, call.idempotencyKey);
      }
      const job = { session, operation, input, request, hooks, isCredentialRequired: auth.required };
      return job as HttpJob;
    };
    return startCall(engine, parts, operation, input, callOptions, { encode, executor: undefined }, parent);
  };
  const close = () => engine.close().finally(() => session.closeTransport?.());
  const client: PlainClient = {
    baseUrl: base.href,
    async execute<Input, Output>(given: Requestable<Input, Output>, input: Input, callOptions = {}) {
      const { operation, options } = readCall(given, callOptions);
      return start(operation, input, options);
    },
    request: (request, callOptions) => client.execute(rawOperation(request), request, callOptions),
    close,
    [Symbol.asyncDispose]: close,
  };
  return client;
}

function scopable(client: PlainClient): ServiceClient {
  const withOptions = (given: CallDefaults): ServiceClient => {
    const defaults = readCallDefaults(given);
    return scopable({
      ...client,
      execute: <Input, Output>(operation: Requestable<Input, Output>, input: Input, options?: CallOptions) =>
        client.execute(operation, input, withCallDefaults(defaults, options)),
      request: (request, options) => client.request(request, withCallDefaults(defaults, options)),
    });
  };
  return { ...client, withOptions };
}

/** The definition, which the caller may change from then on: what only `createEngine` reads is not copied. */
function readService(given: ServiceDefinition): ServiceDefinition {
  if (!isRecord(given))
    throw wrongOption(
      `createServiceClient() takes an object: { name, baseUrl, auth }, not ${wrongKind(given)}.`,
    );
  const { auth, headers, requestIdHeaders, ...service } = ownCopy(given);
  if (typeof auth?.place !== 'function')
    throw wrongOption(
      'auth of the service must be a place of the key, like bearerAuth() or headerKey(), or noAuth().',
    );
  return ownCopy({ ...service, ...deepCopy({ auth, headers, requestIdHeaders }) });
}

function rawOperation(given: RawRequest): Operation<RawRequest, ServiceResponse> {
  const { limitGroup, method, safety, stream } = ownCopy(given);
  return {
    name: 'request',
    safety: safety ?? safetyOf[method] ?? 'unsafe',
    limitGroup,
    stream,
    encode(request) {
      refuseUnknown(request, requestNames, 'request()', meantOption);
      return request;
    },
    decode: (response) => response,
  };
}
