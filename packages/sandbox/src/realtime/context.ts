import type { InBackground } from '../failures.ts';
import type { RequestLog } from '../requests/request-log.ts';
import type { ChannelRegistry } from './channels/channel-registry.ts';
import type { EventCache } from './channels/event-cache.ts';
import type { SubscriptionCounts } from './channels/subscription-counts.ts';
import type { Connection } from './connection.ts';
import type { FaultState } from './faults/fault-state.ts';
import type { FrameLog } from './frame-log.ts';
import type { Journal } from './journal.ts';
import type { ResolvedRealtimeOptions } from './options.ts';
import type { EventLog } from './recovery/event-log.ts';
import type { RealtimeCounters } from './stats.ts';
import type { UserDirectory } from './user-directory.ts';
import type { RealtimeWebhooks } from './webhooks/webhooks.ts';

/** The parts of a running service, for commands and REST calls. */
export interface RealtimeContext {
  readonly options: ResolvedRealtimeOptions;
  readonly journal: Journal;
  readonly counters: RealtimeCounters;
  /** Open connections by socket id. */
  readonly connections: Map<string, Connection>;
  readonly channels: ChannelRegistry;
  readonly cache: EventCache;
  /** Undefined without recovery. */
  readonly events: EventLog | undefined;
  readonly users: UserDirectory;
  readonly subscriptionCounts: SubscriptionCounts;
  readonly webhooks: RealtimeWebhooks;
  readonly faults: FaultState;
  readonly requests: RequestLog;
  readonly frames: FrameLog;
  readonly inBackground: InBackground;
}
