/// <reference lib="esnext.disposable" preserve="true" />

import type { CallOptions } from './call-options.ts';
import { createCredentialResolver } from './credentials/resolver.ts';
import type { EngineOptions } from './engine-options.ts';
import { wrongOption } from './errors/wrong-option.ts';
import { combineHooks } from './hooks.ts';
import { parseBaseUrl, serverOf } from './http/base-url.ts';
import { guardBrowser } from './http/browser-guard.ts';
import type { RawRequest } from './http/request.ts';
import type { ServiceResponse } from './http/response.ts';
import { userAgent } from './http/user-agent.ts';
import type { Operation, ServiceDefinition } from './operation.ts';
import { wholeNumber } from './options/numbers.ts';
import { ownCopy } from './options/own.ts';
import { createEngine } from './pipeline/engine.ts';
import type { HttpSession } from './pipeline/http-executor.ts';
import { addIdempotencyKey, commonHeaders, prepareRequest } from './pipeline/http-request.ts';
import { LazyModule } from './pipeline/lazy-module.ts';
import { startCall } from './pipeline/start-call.ts';
import type { Safety } from './safety.ts';
import type { Runtime } from './time/runtime.ts';

/** A client for one HTTP service, made from its definition. @public */
export interface ServiceClient {
  /** Where its paths begin. */
  readonly baseUrl: string;
  /**
   * Runs one operation through the pipeline: limiter, credential, retry, decoding.
   *
   * @throws OrgError of the family that fits, always with `outcome`; the caller's own abort reason, untouched
   */
  execute<Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    options?: CallOptions,
  ): Promise<Output>;
  /** Any endpoint of the service, through the same pipeline. Resolves with the raw answer; a failing status rejects as usual. */
  request(request: RawRequest, options?: CallOptions): Promise<ServiceResponse>;
  /** Lets calls in flight end (10 s at most), then refuses everything. May be called twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * A client for a service of which you have no package: any endpoint by `request`, named and typed calls by `execute`.
 *
 * @throws ConfigurationError for a base URL that is not `https` (loopback excepted), and in a browser without `dangerouslyAllowBrowser`
 * @public
 */
export function createServiceClient(definition: ServiceDefinition, given: EngineOptions = {}): ServiceClient {
  const service = ownCopy(definition);
  const options = ownCopy(given);
  if (typeof service.auth?.place !== 'function')
    throw wrongOption(
      'auth of the service must be bearer(), headerKey(), queryKey(), basic(), signer() or noAuth().',
    );
  if (!service.publicCredential && service.auth.required) {
    guardBrowser({
      provider: service.name,
      dangerouslyAllowBrowser: options.dangerouslyAllowBrowser ?? false,
    });
  }
  const base = parseBaseUrl(service.baseUrl, {
    provider: service.name,
    allowHttp: service.dangerouslyAllowHttp,
  });
  const engine = createEngine(ownCopy({ ...service, server: serverOf(base) }), options);
  const parts = new LazyModule(engine.runtime, service.name, () => import('./pipeline/call-parts.ts'));
  const session = createSession(service, options, engine.runtime);
  const common = commonHeaders(userAgent(service.product, options.userAgent));

  const client: ServiceClient = {
    baseUrl: base.href,
    execute(given, input, callGiven = {}) {
      const operation = ownCopy(given);
      const callOptions = ownCopy(callGiven);
      const hooks = combineHooks(options.hooks, callOptions.hooks);
      return startCall(engine, parts, operation, input, callOptions, {
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
        open({ createKyTransport, HttpExecutor }, request) {
          session.transport ??= createKyTransport(service.name, engine.runtime);
          return new HttpExecutor(session as HttpSession, operation, input, request, hooks);
        },
      });
    },
    request: (request, callOptions) => client.execute(rawOperation(request), request, callOptions),
    close: () => engine.close(),
    [Symbol.asyncDispose]: () => engine.close(),
  };
  return client;
}

function createSession(service: ServiceDefinition, options: EngineOptions, runtime: Runtime) {
  return {
    service,
    credentials:
      service.credential === undefined
        ? undefined
        : createCredentialResolver(service.credential, {
            runtime,
            provider: service.name,
            option: service.credentialOption,
          }),
    transport: options.transport,
    maxResponseBytes: wholeNumber('maxResponseBytes', options.maxResponseBytes, defaultMaxResponseBytes, 1),
  };
}

const defaultMaxResponseBytes = 10 * 1024 * 1024;

const safetyOf: Readonly<Record<RawRequest['method'], Safety>> = {
  GET: 'read',
  HEAD: 'read',
  PUT: 'idempotent',
  DELETE: 'idempotent',
  POST: 'unsafe',
  PATCH: 'unsafe',
};

function rawOperation(given: RawRequest): Operation<RawRequest, ServiceResponse> {
  const { method, safety } = ownCopy(given);
  return {
    name: 'request',
    safety: safety ?? safetyOf[method] ?? 'unsafe',
    encode: (request) => request,
    decode: (answer) => answer,
  };
}
