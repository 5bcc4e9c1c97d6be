import { positiveOption } from '@org/core/basics';
import type { Recovery, RecoveryClient } from '../channels/recovery-port.ts';
import type { OpenSocket } from '../connection/socket.ts';
import { isRecord } from '../internal/json.ts';
import { readOptions } from '../internal/read-options.ts';
import { misconfigured, wrongInput } from '../internal/wrong-input.ts';
import { RecoveryMemory } from './memory.ts';
import { RecoveringSocket } from './recovering-socket.ts';

/** Options of `recovery`. @public */
export interface RecoveryOptions {
  /** Limit of the service's answer to a request for missed events. @defaultValue 5_000 */
  readonly timeoutMs?: number | undefined;
  /** Events of one channel that may wait for this answer. @defaultValue 1_000 */
  readonly maxHeld?: number | undefined;
}

const defaults = { timeoutMs: 5_000, maxHeld: 1_000 };

/**
 * The value of a client's option `recovery`: after a reconnect, the client gets the events that it missed, in
 * order and once each, from services that store them. It asks for version 2 of the protocol, which Sockudo
 * and `@org/sandbox` have. From any other service the client gets what it gets without this option. @public
 *
 * @example
 * const realtime = createRealtimeClient({ key: 'app-key', host: 'ws.example.com', recovery: recovery() });
 * realtime.on('gap', ({ channel, recovered }) => recovered === 'all' || reload(channel));
 *
 * @throws ConfigurationError for invalid options
 */
export function recovery(options?: RecoveryOptions): Recovery {
  const limits = readOptions('recovery()', options, defaults);
  for (const name of ['timeoutMs', 'maxHeld'] as const) positiveOption(name, limits[name], defaults[name]);
  return (client) => openRecovery(client, limits);
}

function openRecovery(
  { openSocket: own, runtime, subscribeTimeoutMs }: RecoveryClient,
  limits: typeof defaults,
): ReturnType<Recovery> {
  if (own !== undefined && 'isShared' in own)
    throw misconfigured(
      'recovery does not work with sharedSocket: its tabs share one position. Use one of them.',
    );
  const memory = new RecoveryMemory();
  const settings = { ...limits, runtime, subscribeTimeoutMs };
  const openSocket: OpenSocket = (url, listener, options) =>
    new RecoveringSocket(own ?? options.openDefault, url, listener, options, settings, memory);
  return {
    openSocket,
    recovery: {
      take: (channel, subscriber) =>
        subscriber ? memory.verdictOfRewind(channel, subscriber.rewind) : memory.takeVerdict(channel),
      note(channel, [, ...incompleteSinceMs]) {
        memory.interrupt(channel);
        if (incompleteSinceMs.some((ms) => ms !== undefined)) memory.spoil(channel, 'undelivered');
      },
      read: readRewind,
    },
  };
}

function readRewind(given: unknown): true {
  const isCount = isPositive(given);
  const isTime = isRecord(given) && Object.keys(given).length === 1 && isPositive(given['seconds']);
  if (!isCount && !isTime)
    throw wrongInput('rewind', 'rewind must be a number of events, or { seconds }, of at least 1.');
  return true;
}

function isPositive(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
