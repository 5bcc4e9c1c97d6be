import { createFailureLog, type FailureLog } from './failures.ts';
import { createFaultList, type OpenFaultList } from './faults/fault-list.ts';
import { createFaultTable } from './faults/fault-table.ts';
import { type Access, localAccess } from './http/access.ts';
import { createRequestLog, type RequestLog } from './requests/request-log.ts';
import { createCachedEventTable } from './state/cached-event-table.ts';

/** The parts that all services of one sandbox share. */
export interface SharedParts {
  readonly faults: OpenFaultList;
  /** The rows of the faults, for a state. */
  readonly faultTable: ReturnType<typeof createFaultTable>;
  /** The last events of cache channels, for a state. */
  readonly cachedEvents: ReturnType<typeof createCachedEventTable>;
  readonly requests: RequestLog;
  readonly failures: FailureLog;
  readonly access: Access;
}

export function createSharedParts(access = localAccess): SharedParts {
  const faultTable = createFaultTable();
  const faults = createFaultList(faultTable);
  return {
    faults,
    faultTable,
    cachedEvents: createCachedEventTable(),
    requests: createRequestLog(),
    failures: createFailureLog(),
    access,
  };
}
