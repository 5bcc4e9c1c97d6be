import { deepCopy, LazyModule } from '@org/core/driver';
import type { SenderParts } from './send-parts.ts';
import type { Sender } from './sender.ts';

/** The sends of a client; their code loads with the first message, together with the driver's operations. */
export function createLazySender(parts: SenderParts): Sender {
  const { session, runtime, provider } = parts;
  const load = () => {
    session.preload?.();
    return import('./sender.ts');
  };
  const module = new LazyModule(runtime, provider, load);
  let sender: Sender | undefined;
  const loaded = async () => {
    const { createSender } = await module.load();
    sender ??= createSender(parts);
    return sender;
  };
  return {
    async send(message, options) {
      if (sender !== undefined) return sender.send(message, options);
      // The caller may change its objects while the code loads.
      const [ownMessage, ownOptions] = deepCopy([message, options] as const);
      return (await loaded()).send(ownMessage, ownOptions);
    },
    async sendBatch(messages, options) {
      const [ownMessages, ownOptions] = deepCopy([messages, options] as const);
      return (await loaded()).sendBatch(ownMessages, ownOptions);
    },
    async preview(message, options) {
      const [ownMessage, ownOptions] = deepCopy([message, options] as const);
      return (await loaded()).preview(ownMessage, ownOptions);
    },
  };
}
