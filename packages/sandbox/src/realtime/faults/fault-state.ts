import type { AnyFault, SocketFault } from '../../faults/fault.ts';
import type { OpenFaultList } from '../../faults/fault-list.ts';
import type { FrameAction } from '../../faults/frame-action.ts';
import type { Refusal } from '../refusal.ts';

type FaultOn<On> = Extract<SocketFault, { readonly on: On }>;
type Effect = FaultOn<'sockets'>['effect'];

/** A refusal of the next connections: a close code, an HTTP status instead of the upgrade, or a reset. */
export type ConnectionRefusal =
  | { readonly code: number; readonly reason: string }
  | { readonly status: number }
  | 'reset';

/** What answers a subscribe frame for a channel. */
export type SubscribeFault = 'silent' | Refusal;

/** The end of a connection, some time after its handshake. */
export type TimedFault = Pick<FaultOn<'connected'>, 'afterMs' | 'action'>;

/** A frame, as far as faults see it. */
export interface FrameSubject {
  readonly from: 'service' | 'client';
  readonly event: string;
  readonly channel: string | undefined;
}

/** The faults of sockets, where the parts of the service ask for them. */
export interface FaultState {
  readonly list: OpenFaultList;
  /** Half-open: the service neither sends nor reads. */
  readonly isSilent: boolean;
  /** A slow reader: the service sends, but does not read. */
  readonly isDeaf: boolean;
  readonly delayMs: number;
  readonly hasClientFrames: boolean;
  takeFrame(subject: FrameSubject): FrameAction | undefined;
  takeTimed(): TimedFault | undefined;
  takeRefusal(): ConnectionRefusal | undefined;
  takeSubscribe(channel: string): SubscribeFault | undefined;
}

export function createFaultState(list: OpenFaultList): FaultState {
  const takeOne = <On extends SocketFault['on']>(
    on: On,
    matches: (fault: FaultOn<On>) => boolean = () => true,
  ): FaultOn<On> | undefined =>
    list.take((fault): fault is FaultOn<On> => fault.on === on && matches(fault as FaultOn<On>))[0]?.fault;
  const isActive = (effect: Effect): boolean => list.has((fault) => isEffect(fault, effect));
  // Kept, because every frame asks for them.
  let delayMs = 0;
  let hasClientFrames = false;
  list.subscribe(() => {
    const slow = list.list().flatMap(({ fault }) => (isEffect(fault, 'slow') ? (fault.delayMs ?? 0) : []));
    delayMs = slow.reduce((sum, each) => sum + each, 0);
    hasClientFrames = list.has((fault) => fault.on === 'frame' && fault.from === 'client');
  });
  return {
    list,
    get isSilent() {
      return isActive('silent');
    },
    get isDeaf() {
      return isActive('deaf');
    },
    get delayMs() {
      return delayMs;
    },
    get hasClientFrames() {
      return hasClientFrames;
    },
    takeFrame: ({ from, event, channel }) =>
      takeOne(
        'frame',
        (fault) =>
          (fault.from ?? 'service') === from &&
          (fault.event === undefined || fault.event === event) &&
          (fault.channel === undefined || fault.channel === channel),
      )?.action,
    takeTimed: () => takeOne('connected'),
    takeRefusal() {
      const { refuse, reason = '' } = takeOne('connection') ?? {};
      return typeof refuse === 'number' ? { code: refuse, reason } : refuse;
    },
    takeSubscribe(channel) {
      const fault = takeOne('subscribe', (each) => each.channel === undefined || each.channel === channel);
      if (fault?.status === undefined) return fault && 'silent';
      const { status, message = `The subscription to channel ${channel} was refused` } = fault;
      return { type: status < 500 ? 'AuthError' : 'ServerError', status, message };
    },
  };
}

export function isEffect(fault: AnyFault, effect: Effect): fault is FaultOn<'sockets'> {
  return fault.on === 'sockets' && fault.effect === effect;
}
