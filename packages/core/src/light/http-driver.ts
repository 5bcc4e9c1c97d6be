import type { Driver, DriverSession } from '../driver/driver.ts';
import {
  composed,
  findOperation,
  namedOperation,
  type OperationTable,
  type OperationTypesOf,
} from '../driver/http-driver.ts';
import type { Operation, ServiceDefinition } from '../operation.ts';
import type { CallParts } from '../pipeline/start-call.ts';
import { openLightClient } from './client.ts';

/** A light driver as data: its operations are in the program from the start. @public */
export interface LightDriverDefinition<Table extends OperationTable, Capabilities> {
  readonly service: ServiceDefinition;
  readonly operations: Table;
  readonly capabilities: Capabilities;
  /** `runComposite`, for a driver with operations of several requests. @defaultValue none */
  readonly runComposite?: CallParts['runComposite'];
}

/** `httpDriver` of `@org/core/driver` for a light client. @public */
export function httpDriver<Table extends OperationTable, const Capabilities>({
  service,
  operations,
  capabilities,
  runComposite,
}: LightDriverDefinition<Table, Capabilities>): Driver<OperationTypesOf<Table>, Capabilities> {
  const find = (name: string) =>
    // The table's own type ties the name to its input and output; the index signature cannot.
    namedOperation(name, findOperation(service.name, operations, name)) as Operation<unknown, never>;
  return {
    specVersion: 1,
    name: service.name,
    capabilities,
    open(options): DriverSession<OperationTypesOf<Table>> {
      const client = openLightClient(service, options, runComposite);
      return {
        execute: async (name, input, callOptions) => client.execute(find(name), input, callOptions),
        compose:
          runComposite &&
          ((call, callOptions, run) => client.execute(composed(call, find, run), undefined, callOptions)),
        close: () => client.close(),
      };
    },
  };
}
