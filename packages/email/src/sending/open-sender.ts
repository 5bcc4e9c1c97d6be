import type { CallOptions } from '@org/core';
import { deepCopy, isRecord, LazyModule } from '@org/core/driver';
import { ownMessage } from '../content/late-content.ts';
import type { SenderParts } from '../content/sender-parts.ts';
import type { EmailMessage } from '../model/message.ts';
import type { SendResult } from '../model/send-result.ts';
import type { MessagePreview } from '../preview/preview-message.ts';
import type { SendBatchOptions } from '../send-batch.ts';
import type { SendEachOptions, SendEachOutcome, SendEachOutcomes } from '../send-each.ts';
import type { SendOptions } from '../send-options.ts';
import { ownOptions, ownRunOptions } from './own-options.ts';
import type { Messages } from './run.ts';
import { watchRuns } from './unread-runs.ts';

/** The sends of a client. */
export interface Sender {
  send(message: EmailMessage, options?: SendOptions): Promise<SendResult>;
  sendBatch(messages: readonly EmailMessage[], options?: SendBatchOptions): Promise<SendEachOutcome[]>;
  sendEach(messages: Messages, options?: SendEachOptions): SendEachOutcomes;
  preview(message: EmailMessage, options?: CallOptions): Promise<MessagePreview>;
}

/** The sends of a client; their code loads with the first message, together with the driver's operations. */
export function openSender(parts: SenderParts): Sender {
  const { session, provider } = parts;
  const module = new LazyModule(provider, () => {
    session.preload?.();
    return import('./sends.ts');
  });
  const watch = watchRuns();
  const load = async () => module.loaded ?? (await module.load());
  return {
    async send(message, options) {
      // The caller may change its objects while the code loads, and while its mails wait.
      const own = ownMessage(message);
      const given = optionsFor<SendOptions>(message, options);
      return (await load()).sendMessage(parts, own, given);
    },
    async sendBatch(messages, options) {
      const own = Array.isArray(messages) ? messages.map(ownMessage) : messages;
      const given = ownRunOptions<SendBatchOptions>(deepCopy(options));
      return (await load()).runBatch(parts, own, given);
    },
    sendEach(messages, options) {
      const given = ownRunOptions<SendEachOptions>(options);
      const read = watch();
      let opening: Promise<SendEachOutcomes> | undefined;
      const open = () => {
        read();
        opening ??= load().then(({ startRun }) => startRun(parts, messages, given));
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
      const own = ownMessage(message);
      const given = optionsFor<CallOptions>(message, options);
      return (await load()).previewMessage(parts, own, given);
    },
  };
}

/** Without a message, its shape is the mistake: the options are not looked at. */
function optionsFor<Options extends object>(message: unknown, options: Options | undefined): Options {
  return ownOptions<Options>(isRecord(message) ? deepCopy(options) : undefined);
}
