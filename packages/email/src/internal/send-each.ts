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
  let loading: Promise<InstanceType<typeof import('./send-each-run.ts').SendEachRun>> | undefined;
  // What only batches need is loaded with the first one.
  const load = () => {
    loading ??= untimed(() => import('./send-each-run.ts')).then(
      ({ SendEachRun }) => new SendEachRun(send, messages, own),
    );
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
