import {
  type CallOptions,
  defineComposite,
  isOrgError,
  type Operation,
  type OrgError,
  type RawRequest,
  type ServiceClient,
  type ServiceResponse,
} from '@org/core';
import { optionsBag } from '../../internal/read-options.ts';
import { wrongInput } from '../../internal/wrong-input.ts';
import type { AppIdentity } from '../app-identity.ts';
import * as operations from './operations.ts';

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

  /**
   * Delivers events by one request, or by several as one call: one after the other, because the receivers
   * expect their order. With an idempotency key that the server honours, it may be repeated.
   *
   * @param explain The error after an earlier request was delivered, from that of the failed request and its
   * index.
   */
  async publish<Input extends Addressed, Output>(
    choose: (operations: Operations) => Operation<Input, Output>,
    inputs: readonly Omit<Input, keyof Addressed>[],
    options: CallOptions | undefined,
    explain?: (error: OrgError, index: number) => OrgError,
  ): Promise<readonly Output[]> {
    const [first, ...more] = inputs;
    if (first === undefined) return [];
    const chosen = this.#keyed(choose, options);
    if (more.length === 0) return [await this.execute(chosen, first, options)];
    const { client, app } = this.#options;
    const { appId, key } = await app.address();
    const operation = chosen(operations);
    const outputs: Output[] = [];
    let failure: unknown;
    const all = defineComposite({
      name: operation.name,
      safety: operation.safety,
      async run(_: undefined, { request, idempotencyKey: given }) {
        for (const [index, input] of inputs.entries()) {
          // The server would take a second request with the same key for a repetition of the first.
          const idempotencyKey = given === undefined || index === 0 ? given : `${given}-${index + 1}`;
          const sending = request(operation, { ...input, appId, key } as Input, { idempotencyKey });
          sending.catch((error: unknown) => {
            failure = error;
          });
          outputs.push(await sending);
        }
      },
    });
    try {
      await client.execute(all, undefined, options);
      return outputs;
    } catch (error) {
      const isAbort = error === options?.signal?.reason;
      if (explain === undefined || outputs.length === 0 || isAbort || !isOrgError(error)) throw error;
      throw explain(isOrgError(failure) ? failure : error, outputs.length);
    }
  }

  #keyed<Input extends Addressed, Output>(
    choose: (operations: Operations) => Operation<Input, Output>,
    options: CallOptions | undefined,
  ): (operations: Operations) => Operation<Input, Output> {
    const { idempotencyHeader } = this.#options;
    if (idempotencyHeader !== undefined)
      return (operations) => ({ ...choose(operations), safety: 'keyed', idempotencyHeader });
    if (optionsBag('options', options).idempotencyKey !== undefined) {
      const message = 'idempotencyKey needs a server that honours it, and its header as idempotencyHeader.';
      throw wrongInput('idempotencyKey', message);
    }
    return choose;
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
