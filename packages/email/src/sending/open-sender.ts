import type { CallOptions } from '@org/core';
import { LazyModule } from '@org/core/driver';
import { kept } from '../content/late-content.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import type { MessagePreview } from '../preview/preview-message.ts';
import type { SendBatchOptions } from '../send-batch.ts';
import type { SendEachOptions, SendEachOutcome, SendEachOutcomes } from '../send-each.ts';
import type { SendOptions } from '../send-options.ts';
import { readRunOptions, readSendOptions } from './read-options.ts';
import type { Messages } from './run.ts';
import { watchRuns } from './unread-runs.ts';

export interface Sender {
  send(message: EmailMessage, options?: SendOptions): Promise<SendResult>;
  sendBatch(messages: readonly EmailMessage[], options?: SendBatchOptions): Promise<SendEachOutcome[]>;
  sendEach(messages: Messages, options?: SendEachOptions): SendEachOutcomes;
  preview(message: EmailMessage, options?: CallOptions): Promise<MessagePreview>;
}

/**
 * The sends of a client; their code loads with the first message, together with the driver's operations. They
 * read a message before anything else happens: the caller may change its objects afterwards. While the code
 * of a first call loads, the message is kept as it was.
 */
export function openSender(parts: SenderParts): Sender {
  const { session, provider } = parts;
  const module = new LazyModule(provider, () => {
    session.preload?.();
    return import('./sends.ts');
  });
  const watch = watchRuns();
  return {
    async send(message, options) {
      const given = readSendOptions(message, options);
      const { loaded } = module;
      if (loaded !== undefined) return loaded.sendMessage(parts, message, given, loaded);
      const own = kept(message);
      const sends = await module.load();
      return sends.sendMessage(parts, own, given, sends);
    },
    async sendBatch(messages, options) {
      const given = readRunOptions(options);
      if (module.loaded !== undefined) return module.loaded.runBatch(parts, messages, given);
      const own = Array.isArray(messages) ? messages.map(kept) : messages;
      return (await module.load()).runBatch(parts, own, given);
    },
    sendEach(messages, options) {
      const given = readRunOptions(options);
      const read = watch();
      let opening: Promise<SendEachOutcomes> | undefined;
      const open = () => {
        read();
        opening ??= module.load().then(({ startRun }) => startRun(parts, messages, given));
        return opening;
      };
      return {
        next: async () => (await open()).next(),
        return: async () => (await open()).return(),
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
    async preview(message, options) {
      const given = readSendOptions(message, options);
      if (module.loaded !== undefined) return module.loaded.previewMessage(parts, message, given);
      const own = kept(message);
      return (await module.load()).previewMessage(parts, own, given);
    },
  };
}
