import { deepCopy, LazyModule } from '@org/core/driver';
import { ownMessage } from './late-content.ts';
import { ownOptions, ownRunOptions } from './own-options.ts';
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
      // The caller may change its objects while the code loads, and while its mails wait.
      const own = ownMessage(message);
      const given = ownOptions(deepCopy(options));
      return (sender ?? (await loaded())).send(own, given);
    },
    async sendBatch(messages, options) {
      const own = Array.isArray(messages) ? messages.map(ownMessage) : messages;
      const given = ownRunOptions(deepCopy(options));
      return (await loaded()).sendBatch(own, given);
    },
    async preview(message, options) {
      const own = ownMessage(message);
      const given = ownOptions(deepCopy(options));
      return (await loaded()).preview(own, given);
    },
  };
}
