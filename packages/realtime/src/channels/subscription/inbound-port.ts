import { DecryptionError } from '../../errors/channel-errors.ts';
import type { Frame } from '../../protocol/frame.ts';
import type { ChannelContext } from './channel-context.ts';
import type { InboundPort } from './inbound.ts';

/** @internal */
export function inboundPort(
  channel: string,
  { authorization, connection, hub, runtime }: ChannelContext,
  deliver: (frame: Frame) => void,
): InboundPort {
  return {
    channel,
    runtime,
    deliver,
    report: (fields) => hub.emit({ type: 'error', error: new DecryptionError(fields) }),
    reauthorize(signal, listener) {
      const { socketId } = connection;
      if (socketId !== undefined) authorization.request({ socketId, channelName: channel, signal }, listener);
    },
  };
}
