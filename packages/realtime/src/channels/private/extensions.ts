import type { Extension, TokenPort } from '../subscription/extension.ts';
import type { Inbound } from '../subscription/inbound.ts';
import type { InboundContext } from '../subscription/inbound-port.ts';

export type OpenExtension = (channel: string, port: TokenPort, context: InboundContext) => Promise<Extension>;

/** The code of channels that are more than private: it loads later, is in the program, or is missing. */
export interface Extensions {
  readonly presence: OpenExtension;
  readonly encrypted: OpenExtension;
}

export function encryptedExtension(inbound: Inbound): Extension {
  return {
    start: ({ sharedSecret }) => inbound.start(sharedSecret),
    subscribed: () => undefined,
    receive(frame) {
      inbound.take(frame);
      return true;
    },
    stop: (isLost) => inbound.stop(isLost),
  };
}
