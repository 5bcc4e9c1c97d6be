import type { CallOptions } from '../call-options.ts';
import type { Driver, DriverSession, OperationTypes } from '../driver/driver.ts';
import type { EngineOptions } from '../engine-options.ts';
import { ClosedError, ConfigurationError } from '../errors/caller-errors.ts';
import type { RawRequest } from '../http/request.ts';
import type { ServiceResponse } from '../http/response.ts';
import { optionKinds, requireArgument } from '../options/option-kinds.ts';
import { untilAborted } from '../time/until-aborted.ts';

/** One call that a client made of its driver. @public */
export type FakeCall<Operations extends OperationTypes> = {
  [Name in keyof Operations & string]: {
    readonly name: Name;
    readonly input: Operations[Name]['input'];
    readonly options: CallOptions;
  };
}[keyof Operations & string];

/**
 * The result of an operation: a value, or a function of its input. The call rejects with the function's
 * error. @public
 */
export type FakeAnswer<Types extends OperationTypes[string]> =
  | Types['output']
  | ((input: Types['input'], options: CallOptions) => Types['output'] | Promise<Types['output']>);

/** A driver with scripted results, which records its calls. @public */
export interface FakeDriver<Operations extends OperationTypes, Capabilities>
  extends Driver<Operations, Capabilities> {
  /** All calls, in order. */
  readonly calls: readonly FakeCall<Operations>[];
  /** The calls of one operation. */
  callsOf<Name extends keyof Operations & string>(
    name: Name,
  ): readonly Extract<FakeCall<Operations>, { readonly name: Name }>[];
  /** Adds results for the next calls of an operation: one for each call, in order; the last one repeats. */
  answer<Name extends keyof Operations & string>(
    name: Name,
    ...answers: FakeAnswer<Operations[Name]>[]
  ): this;
  /** The same for a client's `request`. */
  answerRequests(
    ...answers: (ServiceResponse | ((request: RawRequest) => ServiceResponse | Promise<ServiceResponse>))[]
  ): this;
  /** The options of the last client that opened it. */
  readonly openedWith: EngineOptions | undefined;
}

/**
 * Replaces a driver in unit tests of code that uses a client: no network, no pipeline, no waits. It has the
 * name, the capabilities and the types of the given driver, which is never opened.
 *
 * Calls follow their `signal`; a closed client rejects with a `ClosedError`. An operation without a result
 * rejects with a `ConfigurationError`. @public
 *
 * @example
 * ```ts
 * const outcomes = [{ recipient: 'bob@example.com', status: 'accepted' }] as const;
 * const driver = createFakeDriver(plunk()).answer('send', { outcomes });
 * await createEmailClient({ driver }).send(message);
 * expect(driver.callsOf('send')[0]?.input.subject).toBe('Hi');
 * ```
 */
export function createFakeDriver<Operations extends OperationTypes, Capabilities>(
  like: Driver<Operations, Capabilities>,
): FakeDriver<Operations, Capabilities> {
  requireArgument('like', like, optionKinds.object);
  const { name: provider } = like;
  const calls: FakeCall<Operations>[] = [];
  const scripts = new Map<string, unknown[]>();
  const requests: unknown[] = [];
  let openedWith: EngineOptions | undefined;

  const fake: FakeDriver<Operations, Capabilities> = {
    ...like,
    calls,
    // The name determines the type of the call; `filter` does not narrow it.
    callsOf: (name) => calls.filter((call) => call.name === name) as never,
    answer(name, ...answers) {
      scripts.set(name, [...(scripts.get(name) ?? []), ...answers]);
      return this;
    },
    answerRequests(...answers) {
      requests.push(...answers);
      return this;
    },
    get openedWith() {
      return openedWith;
    },
    open(options): DriverSession<Operations> {
      openedWith = options;
      let closed = false;
      const run = async (name: string, script: unknown[], input: unknown, given: CallOptions) => {
        if (closed)
          throw new ClosedError({ message: `The ${provider} client is closed.`, provider, operation: name });
        given.signal?.throwIfAborted();
        if (script.length === 0) throw noAnswer(provider, name);
        const answer = script.length > 1 ? script.shift() : script[0];
        const value = typeof answer === 'function' ? answer(input, given) : answer;
        return untilAborted(Promise.resolve(value), given.signal);
      };
      return {
        async execute(name, input, given = {}) {
          calls.push({ name, input, options: given } as FakeCall<Operations>);
          return run(name, scripts.get(name) ?? [], input, given) as never;
        },
        request: async (request, given = {}) =>
          (await run('request', requests, request, given)) as ServiceResponse,
        async close() {
          closed = true;
        },
      };
    },
  };
  return fake;
}

function noAnswer(provider: string, name: string): ConfigurationError {
  const how = name === 'request' ? 'answerRequests(…)' : `answer('${name}', …)`;
  return new ConfigurationError({
    message: `The fake driver has no answer for "${name}". Add one with ${how}.`,
    provider,
    operation: name,
    outcome: 'not-sent',
  });
}
