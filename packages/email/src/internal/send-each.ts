import { createRuntime, type Runtime } from '@org/core';
import type { SendEachOptions, SendEachOutcomes } from '../send-each.ts';
import type { Messages, Send } from './send-each-run.ts';

/** Keeps `concurrency` messages in flight and yields the outcome of every message that was started. */
export function sendEach(
  send: Send,
  messages: Messages,
  options: SendEachOptions = {},
  { untimed }: Pick<Runtime, 'untimed'> = createRuntime(),
): SendEachOutcomes {
  const own = { ...options };
  const load = async () => {
    const { SendEachRun } = await untimed(() => import('./send-each-run.ts'));
    return new SendEachRun(send, messages, own);
  };
  let loading: ReturnType<typeof load> | undefined;
  const run = () => {
    loading ??= load();
    return loading;
  };
  const outcomes = (async function* () {
    yield* (await run()).outcomes();
  })();
  return {
    next: () => outcomes.next(),
    async return() {
      await (await run()).stop();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
