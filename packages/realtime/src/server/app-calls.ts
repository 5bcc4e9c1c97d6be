import type { CallOptions, Operation, RawRequest, ServiceClient, ServiceResponse } from '@org/core';
import type { AppIdentity } from './app-identity.ts';
import type { Addressed } from './operations.ts';
import { requireRequest } from './raw-request.ts';

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
