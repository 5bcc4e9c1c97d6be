import { builtinModule } from '../credentials/platform.ts';
import type { ChannelEvents, ClientEvent } from './events.ts';

interface DiagnosticsChannels {
  hasSubscribers(name: string): boolean;
  channel(name: string): { publish(message: unknown): void };
}

/**
 * The diagnostics channels of Node on which every client in the process tells what it does, and the events on each. The message is the event itself, as
 * `onEvent` gets it: nothing in it is secret or personal.
 *
 * @public
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

/** The way to the subscribers of the channels; on a platform without channels nobody ever hasListener. @internal */
export interface Publisher {
  hasListener(type: ClientEvent['type']): boolean;
  publish(event: ClientEvent): void;
}

/** @internal */
export function createPublisher(): Publisher {
  const channels = builtinModule<DiagnosticsChannels>('node:diagnostics_channel');
  const hasListener = (type: ClientEvent['type']) => channels?.hasSubscribers(channelNames[type]) ?? false;
  return {
    hasListener,
    publish(event) {
      if (hasListener(event.type)) channels?.channel(channelNames[event.type]).publish(event);
    },
  };
}
