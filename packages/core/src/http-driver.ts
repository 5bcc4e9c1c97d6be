import { createServiceClient } from './client.ts';
import type { Driver, DriverSession } from './driver.ts';
import { UnsupportedError } from './errors/caller-errors.ts';
import type { Operation, ServiceDefinition } from './operation.ts';

/** The operations of a driver, by the name a client asks for. @public */
export type OperationTable = Readonly<Record<string, Operation<never, unknown>>>;

/** What a table of operations takes and gives. @public */
export type OperationTypesOf<Table> = {
  readonly [Name in keyof Table & string]: Table[Name] extends {
    encode(input: infer Input, ...rest: never): unknown;
    readonly decode: infer Decode;
  }
    ? { readonly input: Input; readonly output: OutputOf<Decode> }
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

/** A driver as data: the service, its operations by name, and what it can do. @public */
export interface HttpDriverDefinition<Table extends OperationTable, Capabilities> {
  readonly service: ServiceDefinition;
  readonly operations: Table;
  readonly capabilities: Capabilities;
}

/** A driver from a service and its operations: data and pure functions; the pipeline does the rest. @public */
export function httpDriver<Table extends OperationTable, Capabilities>(
  definition: HttpDriverDefinition<Table, Capabilities>,
): Driver<OperationTypesOf<Table>, Capabilities> {
  const { service, operations, capabilities } = definition;
  return {
    specVersion: 1,
    name: service.name,
    capabilities,
    open(options): DriverSession<OperationTypesOf<Table>> {
      const client = createServiceClient(service, options);
      return {
        async execute(name, input, callOptions) {
          // The table's own type ties the name to its input and output; the index signature cannot.
          const operation = findOperation(service.name, operations, name) as Operation<unknown, never>;
          return client.execute(operation, input, callOptions);
        },
        request: (request, callOptions) => client.request(request, callOptions),
        close: () => client.close(),
      };
    },
  };
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
