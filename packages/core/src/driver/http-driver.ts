import type { CallOptions } from '../call-options.ts';
import { createServiceClient } from '../client.ts';
import { type CompositeOperation, defineComposite, type RequestOptions } from '../composite.ts';
import { UnsupportedError } from '../errors/caller-errors.ts';
import type { RawRequest } from '../http/request.ts';
import type { Classify, HedgeRule, Operation, ServiceDefinition } from '../operation.ts';
import { deepCopy } from '../options/own.ts';
import { LazyModule } from '../pipeline/lazy-module.ts';
import { loadCallParts } from '../pipeline/start-call.ts';
import { classifyStatus } from '../retry/classify.ts';
import type { ComposedCall, ComposedContext, Driver, DriverSession, OperationTypes } from './driver.ts';

/** One request of a table. Its name in errors and events is its key there. @public */
export type RequestDefinition<Input, Output> = Omit<Operation<Input, Output>, 'name'>;

/**
 * Infers the types of input and output; returns the definition unchanged. @public
 *
 * @example
 * const getThing = defineRequest({
 *   safety: 'read',
 *   encode: (id: string) => ({ method: 'GET', path: '/things/{id}', params: { id } }),
 *   decode: (response) => response.json() as { readonly name: string },
 * });
 */
export function defineRequest<Input = undefined, Output = undefined>(
  definition: RequestDefinition<Input, Output> & HedgeRule,
): RequestDefinition<Input, Output> {
  return definition;
}

/** The operations of a driver, by the name a client asks for. @public */
export type OperationTable = Readonly<
  Record<string, RequestDefinition<never, unknown> | CompositeOperation<never, unknown>>
>;

/** An operation of a table, with its name. @public */
export function namedOperation<Input, Output>(
  name: string,
  operation: RequestDefinition<Input, Output> | CompositeOperation<Input, Output>,
): Operation<Input, Output> | CompositeOperation<Input, Output> {
  return { name, ...operation };
}

function named<Table extends OperationTable>(module: OperationModule<Table>): OperationModule<Table> {
  const { operations } = module;
  const entries = Object.entries(operations).map(([name, each]) => [name, namedOperation(name, each)]);
  return { ...module, operations: Object.fromEntries(entries) };
}

/** What a table of operations takes and gives. @public */
export type OperationTypesOf<Table> = {
  readonly [Name in keyof Table & string]: Table[Name] extends {
    encode(input: infer Input, ...rest: never): unknown;
    readonly decode?: infer Decode;
  }
    ? { readonly input: Input; readonly output: OutputOf<Decode> }
    : Table[Name] extends CompositeOperation<infer Input, infer Output>
      ? { readonly input: Input; readonly output: Output }
      : never;
};

type OutputOf<Decode> = Decode extends
  | { readonly '~standard': { validate(value: unknown): infer Result } }
  | ((...rest: never) => infer Result)
  ? ValueOf<Awaited<Result>, Decode>
  : never;

type ValueOf<Result, Decode> = Decode extends (...rest: never) => unknown
  ? Result
  : Result extends { readonly value: infer Value }
    ? Value
    : never;

/** A module of operations. Schemas, converters and tables of errors lie behind it. @public */
export interface OperationModule<Table extends OperationTable> {
  readonly operations: Table;
  /** Instead of the service's own. */
  readonly classify?: Classify | undefined;
  /** Instead of the service's own. */
  readonly readRates?: ServiceDefinition['readRates'];
}

/** A driver as data: the service, its operations by name, and what it can do. @public */
export interface HttpDriverDefinition<Table extends OperationTable, Capabilities> {
  readonly service: ServiceDefinition;
  /**
   * The table itself, or how to load the module that has it: `() => import('../operations.ts')`. That is done
   * with the first call, before anything is sent, so that a program which only imports the driver does not
   * wait for what calls need.
   */
  readonly operations: Table | (() => Promise<OperationModule<Table>>);
  readonly capabilities: Capabilities;
}

/**
 * A driver from a service and its operations: data and pure functions; the pipeline does the rest. @public
 *
 * @example
 * const driver = httpDriver({ service, operations: { 'thing.get': getThing }, capabilities: {} });
 * const session = driver.open({ limiter });
 * const { name } = await session.execute('thing.get', 'a7');
 */
export function httpDriver<Table extends OperationTable, const Capabilities>(
  definition: HttpDriverDefinition<Table, Capabilities>,
): Driver<OperationTypesOf<Table>, Capabilities> {
  const { service, capabilities, operations: given } = definition;
  return {
    specVersion: 1,
    name: service.name,
    capabilities,
    open(options): DriverSession<OperationTypesOf<Table>> {
      // Both load at once. The call itself reports call parts that do not load.
      const load = async () => {
        if (typeof given !== 'function') return named<Table>({ operations: given });
        loadCallParts().catch(() => {});
        return given().then(named<Table>);
      };
      const table = typeof given === 'function' ? undefined : named<Table>({ operations: given });
      const lazy = new LazyModule<OperationModule<Table>>(service.name, load, table);
      const classify: Classify = (answer, context) =>
        (lazy.loaded?.classify ?? service.classify ?? classifyStatus)(answer, context);
      const readRates: ServiceDefinition['readRates'] = (response, context) =>
        (lazy.loaded?.readRates ?? service.readRates)?.(response, context);
      const client = createServiceClient({ ...service, classify, readRates }, options);
      const run = (
        { operations }: OperationModule<Table>,
        name: string,
        input: unknown,
        callOptions: CallOptions | undefined,
      ) => {
        // The table's own type ties the name to its input and output; the index signature cannot.
        const operation = findOperation(service.name, operations, name) as Operation<unknown, never>;
        return client.execute(operation, input, callOptions);
      };
      const send = (_module: unknown, request: RawRequest, callOptions: CallOptions | undefined) =>
        client.request(request, callOptions);
      const whenLoaded =
        <Parameters extends readonly unknown[], Result>(
          call: (module: OperationModule<Table>, ...parameters: Parameters) => Promise<Result>,
        ) =>
        async (...parameters: Parameters) => {
          if (lazy.loaded !== undefined) return call(lazy.loaded, ...parameters);
          // The caller may change its objects while the operations load: the call works on copies.
          const own = deepCopy(parameters);
          return call(await lazy.load(), ...own);
        };
      return {
        execute: whenLoaded(run),
        request: whenLoaded(send),
        async compose(call, callOptions, run) {
          const { operations } = lazy.loaded ?? (await lazy.load());
          const find = (name: string) => findOperation(service.name, operations, name);
          return client.execute(composed(call, find, run), undefined, callOptions);
        },
        preload() {
          lazy.load().catch(() => {});
        },
        close: () => client.close(),
      };
    },
  };
}

export function composed<Operations extends OperationTypes, Output>(
  call: ComposedCall,
  find: (name: string) => unknown,
  run: (context: ComposedContext<Operations>) => Promise<Output>,
): CompositeOperation<undefined, Output> {
  return defineComposite({
    ...call,
    run: (_: undefined, context) => {
      const { idempotencyKey, runtime, signal } = context;
      const execute = (name: string, input: unknown, options?: RequestOptions) =>
        context.request(find(name) as Operation<unknown, never>, input, options);
      return run({
        execute,
        idempotencyKey,
        runtime,
        signal,
        remainingMs: context.remainingMs,
        undo: context.undo,
      });
    },
  });
}

/** @throws UnsupportedError when the driver has no operation of that name */
export function findOperation<Entry>(
  provider: string,
  table: Readonly<Record<string, Entry>>,
  name: string,
): Entry {
  const operation = Object.hasOwn(table, name) ? table[name] : undefined;
  if (operation !== undefined) return operation;
  throw new UnsupportedError({
    message: `${provider} has no operation "${name}".`,
    provider,
    operation: name,
    outcome: 'not-sent',
  });
}
