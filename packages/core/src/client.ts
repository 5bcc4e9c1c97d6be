/// <reference lib="esnext.disposable" preserve="true" />

import type { CallOptions } from './call-options.ts';
import type { RunOperation } from './composite.ts';
import type { EngineOptions } from './engine-options.ts';
import { wrongOption } from './errors/wrong-option.ts';
import type { Hooks } from './hooks.ts';
import { parseBaseUrl, serverOf } from './http/base-url.ts';
import { guardBrowser } from './http/browser-guard.ts';
import { createHeaders, type RawRequest, requestNames } from './http/request.ts';
import type { ServiceResponse } from './http/response.ts';
import { userAgent } from './http/user-agent.ts';
import type { Operation, ServiceDefinition } from './operation.ts';
import { isRecord, wrongKind } from './options/kind-of.ts';
import { meantOption } from './options/meant-option.ts';
import { wholeNumberOption } from './options/numbers.ts';
import { ownCopy } from './options/own.ts';
import { refuseUnknown } from './options/refuse-unknown.ts';
import type { CallParts } from './pipeline/call-parts.ts';
import { createEngine } from './pipeline/engine.ts';
import { addIdempotencyKey, prepareRequest, safetyOf } from './pipeline/http-request.ts';
import { LazyModule } from './pipeline/lazy-module.ts';
import type { OwnTransport } from './pipeline/own-transport.ts';
import type { Requestable, StartRequest } from './pipeline/run-composite.ts';
import { loadCallParts, startCall, startComposite } from './pipeline/start-call.ts';

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
  /** Lets calls in flight end (10 s at most), then refuses everything. May be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

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
  const service = ownDefinition(definition);
  const options = ownCopy(given);
  const { name: provider, auth } = service;
  if (!service.publicCredential && auth.required) guardBrowser(provider, options.dangerouslyAllowBrowser);
  const base = parseBaseUrl(service.baseUrl, { provider, allowHttp: service.dangerouslyAllowHttp });
  const engine = createEngine(service, options, serverOf(base));
  const parts = new LazyModule(provider, loadCallParts);
  const maxResponseBytes = wholeNumberOption('maxResponseBytes', options.maxResponseBytes, tenMebibytes, 1);
  let own: OwnTransport | undefined;
  const common = createHeaders([
    ['accept', 'application/json'],
    ['content-type', 'application/json'],
  ]);
  const agent = userAgent(service.product, options.userAgent);
  if (agent !== undefined) common.set('user-agent', agent);

  const openOwn = (open: CallParts['openTransport']) => {
    own ??= open(provider, options.runtime && ownCopy(options.runtime).fetch);
    return own;
  };
  const start: StartRequest = (givenOperation, input, givenCallOptions, parent) => {
    const operation = ownCopy(givenOperation);
    const callOptions = ownCopy(givenCallOptions);
    if ('isComposite' in operation)
      return startComposite(engine, parts, operation, input, callOptions, start);
    const hooks = joinHooks(options.hooks, callOptions.hooks);
    return startCall(
      engine,
      parts,
      operation,
      input,
      callOptions,
      {
        encode(call) {
          const encoded = ownCopy(operation.encode(input, call.context()));
          const compress =
            options.compress === false ? false : (operation.compress ?? service.compress ?? options.compress);
          const request = prepareRequest(service, base, encoded, callOptions, common, compress);
          call.http = request;
          const keyHeader = operation.idempotencyHeader ?? 'idempotency-key';
          if (operation.safety === 'keyed' && call.idempotencyKey !== undefined && keyHeader !== false)
            addIdempotencyKey(service, request.headers, keyHeader, call.idempotencyKey);
          return request;
        },
        open({ openTransport, HttpExecutor }, request) {
          const transport = options.transport ?? openOwn(openTransport).send;
          return new HttpExecutor({ service, transport, maxResponseBytes }, operation, input, request, hooks);
        },
      },
      parent,
    );
  };
  const close = () => engine.close().finally(() => own?.close());
  const client: ServiceClient = {
    baseUrl: base.href,
    execute: <Input, Output>(operation: Requestable<Input, Output>, input: Input, callOptions = {}) =>
      start(operation, input, callOptions),
    request: (request, callOptions) => client.execute(rawOperation(request), request, callOptions),
    close,
    [Symbol.asyncDispose]: close,
  };
  return client;
}

function ownDefinition(definition: ServiceDefinition): ServiceDefinition {
  if (!isRecord(definition))
    throw wrongOption(
      `createServiceClient() takes an object: { name, baseUrl, auth }, not ${wrongKind(definition)}.`,
    );
  const service = ownCopy(definition);
  if (typeof service.auth?.place === 'function') return service;
  throw wrongOption(
    'auth of the service must be a place of the key, like bearerAuth() or headerKey(), or noAuth().',
  );
}

type HookOption = EngineOptions['hooks'];

/** The hooks of the client, then those of the call. */
function joinHooks(ofClient: HookOption, ofCall: HookOption): readonly Hooks[] | undefined {
  if (ofClient === undefined && ofCall === undefined) return undefined;
  return [ofClient ?? [], ofCall ?? []].flat();
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
