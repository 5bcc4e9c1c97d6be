import type { CallOptions, Operation, RawRequest, ServiceClient, ServiceResponse } from '@org/core';
import { optionsBag, wrongInput } from '../../internal/wrong-input.ts';
import type { AppIdentity } from '../app-identity.ts';
import * as operations from './operations.ts';
import { idempotencyKeyOf } from './split.ts';

type Operations = typeof operations;

type Addressed = operations.Addressed;

export interface AppCallsOptions {
  readonly client: ServiceClient;
  readonly app: AppIdentity;
  /** The header of idempotency keys, for servers that honour them. */
  readonly idempotencyHeader: string | undefined;
}

/** Calls for one app: adds the app's id and key to their input. */
export class AppCalls {
  readonly #options: AppCallsOptions;

  constructor(options: AppCallsOptions) {
    this.#options = options;
  }

  execute<Input extends Addressed, Output>(
    choose: (operations: Operations) => Operation<Input, Output>,
    input: Omit<Input, keyof Addressed>,
    options: CallOptions | undefined,
  ): Promise<Output> {
    const { client, app } = this.#options;
    const run = ({ appId, key }: Addressed) =>
      client.execute(choose(operations), { ...input, appId, key } as Input, options);
    const address = app.address();
    return address instanceof Promise ? address.then(run) : run(address);
  }

  /** A call that delivers events. With an idempotency key that the server honours, it may be repeated. */
  publish<Input extends Addressed, Output>(
    choose: (operations: Operations) => Operation<Input, Output>,
    input: Omit<Input, keyof Addressed>,
    options: CallOptions | undefined,
  ): Promise<Output> {
    const { idempotencyHeader } = this.#options;
    if (idempotencyHeader === undefined) {
      if (idempotencyKeyOf(options) === undefined) return this.execute(choose, input, options);
      const message = 'idempotencyKey needs a server that honours it, and its header as idempotencyHeader.';
      throw wrongInput('idempotencyKey', message);
    }
    const keyed = (operations: Operations): Operation<Input, Output> => ({
      ...choose(operations),
      safety: 'keyed',
      idempotencyHeader,
    });
    return this.execute(keyed, input, options);
  }

  async request(request: RawRequest, options: CallOptions | undefined): Promise<ServiceResponse> {
    const { path, query, ...others } = requireRequest(request);
    const { client, app } = this.#options;
    const { appId, key } = await app.address();
    return client.request(
      { ...others, path: `/apps/${encodeURIComponent(appId)}${path}`, query: { ...query, auth_key: key } },
      options,
    );
  }
}

const ours = /^(?:auth_.*|body_md5)$/i;

/**
 * Checks a request of the caller: its query must not contain the parameters of the signature. Names that
 * differ only in case would be one name in the signed text. Source: Pusher Channels HTTP API reference,
 * "Authentication".
 *
 * @throws InvalidInputError
 */
function requireRequest(given: RawRequest): RawRequest {
  const request = optionsBag('request', given) as RawRequest;
  const { path, query } = request;
  // Without the slash, the path would continue the app's id.
  if (typeof path !== 'string' || !path.startsWith('/'))
    throw wrongInput('path', "request needs a path that begins with a slash, like '/channels'.");
  const names = new Set<string>();
  for (const [name, value] of Object.entries(optionsBag('query', query))) {
    if (ours.test(name))
      throw wrongInput(`query.${name}`, `${name} is set by the client, for the signature.`);
    const lower = name.toLowerCase();
    if (names.has(lower) || Array.isArray(value))
      throw wrongInput(`query.${name}`, `query has ${name} twice: the signature needs each name once.`);
    names.add(lower);
  }
  return request;
}
