import type { SendEachOptions, SendEachOutcomes } from '../send-each.ts';
import type { JournalParts } from './journaled-send.ts';
import { ownRunOptions } from './own-options.ts';
import type { Messages, Send, SendEachRun } from './send-each-run.ts';
import type { SenderParts } from './send-parts.ts';

/** Keeps `concurrency` messages in flight and yields the outcome of every message that was started. */
export function sendEach(
  send: Send,
  messages: Messages,
  options: SendEachOptions = {},
  parts: Pick<SenderParts, 'provider' | 'capabilities' | 'runtime'>,
): SendEachOutcomes {
  const own = ownRunOptions(options);
  const { untimed } = parts.runtime;
  let loading: Promise<SendEachRun> | undefined;
  const load = () => {
    loading ??= untimed(async () => {
      const { SendEachRun } = await import('./send-each-run.ts');
      const { journal } = own;
      const sendOne = journal === undefined ? send : await loadJournaled(send, { ...parts, journal });
      return new SendEachRun(sendOne, messages, own);
    });
    return loading;
  };
  const outcomes = (async function* () {
    yield* (await load()).outcomes();
  })();
  return {
    next: () => outcomes.next(),
    async return() {
      await (await load()).stop();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

async function loadJournaled(send: Send, parts: JournalParts) {
  const { journaledSend } = await import('./journaled-send.ts');
  return journaledSend(send, parts);
}
