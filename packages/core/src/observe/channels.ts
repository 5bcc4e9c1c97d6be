import { builtinModule } from '../credentials/platform.ts';
import type { ClientEvent } from './events.ts';

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
export const channelNames: Readonly<Record<ClientEvent['type'], string>> = {
  'operation-start': 'org:core:operation',
  'operation-end': 'org:core:operation',
  'limit-wait': 'org:core:wait',
  'attempt-start': 'org:core:attempt',
  'attempt-end': 'org:core:attempt',
  'retry-scheduled': 'org:core:retry',
  'credential-refreshed': 'org:core:credential',
};

/** Tells the subscribers of the event's channel; without subscribers, or on a platform without channels, does nothing. @internal */
export function publish(event: ClientEvent): void {
  const channels = builtinModule<DiagnosticsChannels>('node:diagnostics_channel');
  const name = channelNames[event.type];
  if (channels?.hasSubscribers(name)) channels.channel(name).publish(event);
}
