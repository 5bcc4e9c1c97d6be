import { createFaultList, type OpenFaultList } from './faults/fault-list.ts';
import { createRequestLog, type RequestLog } from './requests/request-log.ts';

/** The parts that all services of one sandbox share. */
export interface SharedParts {
  readonly faults: OpenFaultList;
  readonly requests: RequestLog;
}

export function createSharedParts(): SharedParts {
  return { faults: createFaultList(), requests: createRequestLog() };
}
