import { deepCopy, LazyModule } from '@org/core/driver';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import type { SendOptions } from '../send-options.ts';
import type { SenderParts } from './sender.ts';

type Send = (message: EmailMessage, options?: SendOptions) => Promise<SendResult>;

/** `send`; its code loads with the first message, together with the driver's operations. */
export function createLazySender(parts: SenderParts): Send {
  const { session, runtime, provider } = parts;
  const load = () => {
    session.preload?.();
    return import('./sender.ts');
  };
  const module = new LazyModule(runtime, provider, load);
  let send: Send | undefined;
  return async (message, options) => {
    if (send !== undefined) return send(message, options);
    // The caller may change its objects while the code loads.
    const [ownMessage, ownOptions] = deepCopy([message, options] as const);
    const { createSender } = await module.load();
    send ??= createSender(parts);
    return send(ownMessage, ownOptions);
  };
}
