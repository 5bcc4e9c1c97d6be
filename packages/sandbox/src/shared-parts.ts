import { createCachedEventTable } from './cached-events.ts';
import { createFailureLog } from './failures.ts';
import { createFaultList } from './faults/fault-list.ts';
import { createFaultTable } from './faults/fault-table.ts';
import { localAccess } from './http/access.ts';
import { createRequestLog } from './requests/request-log.ts';

/** The parts that all services of one sandbox share. */
export type SharedParts = ReturnType<typeof createSharedParts>;

export function createSharedParts(access = localAccess) {
  const faultTable = createFaultTable();
  const faults = createFaultList(faultTable);
  return {
    faults,
    /** The rows of the faults, for a state. */
    faultTable,
    /** The last events of cache channels, for a state. */
    cachedEvents: createCachedEventTable(),
    requests: createRequestLog(),
    failures: createFailureLog(),
    access,
  };
}
