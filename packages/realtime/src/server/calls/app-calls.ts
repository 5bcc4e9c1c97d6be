import type { CallOptions, Operation, RawRequest, ServiceClient, ServiceResponse } from '@org/core';
import { optionsBag, wrongInput } from '../../internal/wrong-input.ts';
import type { AppIdentity } from '../app-identity.ts';
import type { Addressed } from './operations.ts';

type Operations = typeof import('./operations.ts');

/** Calls for one app: adds the app's id and key to their input. */
export class AppCalls {
  readonly #client: ServiceClient;
  readonly #app: AppIdentity;
  readonly #load: () => Promise<{ readonly operations: Operations }>;

  constructor(
    client: ServiceClient,
    app: AppIdentity,
    load: () => Promise<{ readonly operations: Operations }>,
  ) {
    this.#client = client;
    this.#app = app;
    this.#load = load;
  }

  async execute<Input extends Addressed, Output>(
    choose: (operations: Operations) => Operation<Input, Output>,
    input: Omit<Input, keyof Addressed>,
    options: CallOptions | undefined,
  ): Promise<Output> {
    const { operations } = await this.#load();
    const addressed = { ...input, ...(await this.#address()) } as Input;
    return this.#client.execute(choose(operations), addressed, options);
  }

  async request(request: RawRequest, options: CallOptions | undefined): Promise<ServiceResponse> {
    const { path, query } = requireRequest(request);
    const { appId, key } = await this.#address();
    return this.#client.request(
      { ...request, path: `/apps/${encodeURIComponent(appId)}${path}`, query: { ...query, auth_key: key } },
      options,
    );
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async #address(): Promise<Addressed> {
    return { appId: await this.#app.appId(), key: await this.#app.key() };
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
function requireRequest(request: RawRequest): RawRequest {
  const { path, query } = optionsBag('request', request);
  if (typeof path !== 'string') throw wrongInput('path', "request needs a path, like '/channels'.");
  const names = new Set<string>();
  for (const name of Object.keys(optionsBag('query', query))) {
    if (ours.test(name))
      throw wrongInput(`query.${name}`, `${name} is set by the client, for the signature.`);
    const lower = name.toLowerCase();
    if (names.has(lower)) throw wrongInput(`query.${name}`, `query has ${name} twice, in another case.`);
    names.add(lower);
  }
  return request;
}
