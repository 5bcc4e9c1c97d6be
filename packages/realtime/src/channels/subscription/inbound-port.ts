import type { Runtime } from '@org/core';
import type { AuthorizationListener, AuthorizationRequest } from '../../auth/authorization-queue.ts';
import type { Connection } from '../../connection/connection.ts';
import { DecryptionError } from '../../errors/channel-errors.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { EventHub } from '../event-hub.ts';
import type { InboundPort } from './inbound.ts';

export interface InboundContext {
  readonly runtime: Runtime;
  readonly hub: EventHub;
  readonly connection: Connection;
  request(request: AuthorizationRequest, listener: AuthorizationListener): void;
}

export function inboundPort(
  channel: string,
  { connection, hub, request, runtime }: InboundContext,
  deliver: (frame: Frame) => void,
): InboundPort {
  return {
    channel,
    runtime,
    deliver,
    report: (fields) => hub.report(new DecryptionError(fields)),
    reauthorize(signal, listener) {
      const { socketId } = connection;
      if (socketId !== undefined) request({ socketId, channelName: channel, signal }, listener);
    },
  };
}
