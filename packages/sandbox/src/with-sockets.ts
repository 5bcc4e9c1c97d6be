import type { FaultService } from './faults/fault.ts';
import type { FaultList } from './faults/fault-list.ts';
import type { RealtimeService } from './realtime/realtime-service.ts';

/** The list of faults: clearing it also resumes the sockets that a fault stopped. */
export function withSockets(list: FaultList, realtime: RealtimeService | undefined): FaultList {
  return {
    ...list,
    clear: (service?: FaultService) => {
      list.clear(service);
      if (service === undefined || service === 'realtime') realtime?.faults.clear();
    },
  };
}
