import type { ServiceDefinition } from '@org/core';
import { httpDriver, type OperationTable } from '@org/core/driver';
import type { RoutingCapabilities } from '../model/engine/capabilities.ts';
import type { RoutingDriver } from './routing-driver.ts';

/** Opens a service with the operations of its settings. Both entries of a driver share the caller. */
export type OpenService<Settings> = (
  service: ServiceDefinition,
  settings: Settings,
  capabilities: RoutingCapabilities,
) => RoutingDriver;

/** The module `operations.ts` of a driver. */
interface DriverOperations<Settings, Table> extends Pick<ServiceDefinition, 'classify' | 'readRates'> {
  operationsOf(settings: Settings): Table | Promise<Table>;
}

/** Opens a service whose operations load with the first call. */
export function openLater<Settings, Table extends OperationTable>(
  load: () => Promise<DriverOperations<Settings, Table>>,
) {
  return (service: ServiceDefinition, settings: Settings, capabilities: RoutingCapabilities) =>
    httpDriver({
      service,
      operations: async () => {
        const { operationsOf, classify, readRates } = await load();
        return { operations: await operationsOf(settings), classify, readRates };
      },
      capabilities,
    });
}
