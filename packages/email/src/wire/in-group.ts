import type { OperationTable } from '@org/core/driver';

/** Requests that one limit group of the service counts, except for those that name another. @public */
export function inGroup<Table extends OperationTable>(limitGroup: string, table: Table): Table {
  const counted = Object.entries(table).map(([name, request]) => [name, { limitGroup, ...request }]);
  return Object.fromEntries(counted);
}
