import { builtinModule } from '../credentials/platform.ts';
import { callListener } from './call-listener.ts';
import type { ChannelEvents, ClientEvent, EventListener } from './events.ts';

interface DiagnosticsChannels {
  hasSubscribers(name: string): boolean;
  channel(name: string): { publish(message: unknown): void };
}

/**
 * The diagnostics channels of Node on which every client of the process emits its events, and the events on
 * each. The message is the event itself, as `onEvent` gets it: nothing in it is secret or personal. @public
 */
export const channelNames: { readonly [Type in ClientEvent['type']]: ChannelOf<Type> } = {
  'operation-start': 'org:core:operation',
  'operation-end': 'org:core:operation',
  'limit-wait-start': 'org:core:wait',
  'limit-wait-end': 'org:core:wait',
  'attempt-start': 'org:core:attempt',
  'attempt-end': 'org:core:attempt',
  'retry-scheduled': 'org:core:retry',
  'credential-refreshed': 'org:core:credential',
  'quota-reported': 'org:core:quota',
};

/** The channel on which events of this type are. @public */
export type ChannelOf<Type extends ClientEvent['type']> = {
  [Name in keyof ChannelEvents]: Type extends ChannelEvents[Name]['type'] ? Name : never;
}[keyof ChannelEvents];

/** Emits the events of one client, to its own listener and to the subscribers of the channels. */
export interface Emitter {
  /** Whether an event of any type has a listener. A call asks once, at its start. */
  hasAnyListener(): boolean;
  /** Whether an event of this type has a listener; without one it is not made. */
  hasListener(type: ClientEvent['type']): boolean;
  emit(event: ClientEvent): void;
}

const types = Object.keys(channelNames) as readonly ClientEvent['type'][];

export function createEmitter(onEvent?: EventListener, isObserved = false): Emitter {
  const channels = builtinModule<DiagnosticsChannels>('node:diagnostics_channel');
  // Other platforms have no channels, and so no subscribers.
  const hasSubscribers = (type: ClientEvent['type']) => channels?.hasSubscribers(channelNames[type]) ?? false;
  const hasListener = (type: ClientEvent['type']) =>
    isObserved || onEvent !== undefined || hasSubscribers(type);
  return {
    hasListener,
    hasAnyListener: () => types.some(hasListener),
    emit(event) {
      const { type } = event;
      if (hasSubscribers(type)) channels?.channel(channelNames[type]).publish(event);
      if (onEvent !== undefined) callListener(() => onEvent(event));
    },
  };
}
