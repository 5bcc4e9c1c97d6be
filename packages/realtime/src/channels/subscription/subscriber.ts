import type { Frame } from '../../protocol/frame.ts';
import type { GapEvent, RecoveryVerdict } from '../realtime-events.ts';
import type { MemberChange } from './extension.ts';
import type { SubscriptionState } from './subscription-machine.ts';

/** A part of the application that uses a channel. */
export interface Subscriber {
  /** How long the subscription outlives this subscriber, if it is the last. */
  readonly lingerMs: number;
  /** The stored events that a first subscription asks for, as the service reads it. */
  readonly rewind: unknown;
  /** The channel is subscribed, failed, or is subscribed no longer. */
  stateChanged(state: SubscriptionState): void;
  /** The subscription ended. Returns since when an event is incomplete, if there is one. */
  interrupted(): number | undefined;
  received(frame: Frame): void;
  /** The channel is subscribed. `gap`: it missed events before. `rewound`: what its `rewind` gave, if any. */
  subscribed(gap: GapEvent | undefined, rewound?: RecoveryVerdict): void;
  memberChanged(change: MemberChange): void;
}
