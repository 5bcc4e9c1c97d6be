import { TimeoutError } from '../errors/transport-errors.ts';
import { buildServiceResponse, type ServiceResponse } from '../http/response.ts';
import type { BodyGuard, GuardedResponse, IsStreamed, ResponseStream } from '../http/response-stream.ts';
import type { Failure } from '../retry/failure.ts';
import { startTimer } from '../time/timer.ts';

/**
 * For `stream` of a request: its 2xx response resolves after the headers, with its `body` as it comes. Reads
 * on demand, so memory is bounded by the reader's speed. A response that is not 2xx is read whole.
 *
 * @param isStreamed - the 2xx responses that are streamed; all by default
 * @public
 *
 * @example
 * ```ts
 * const { body } = await client.request({ method: 'GET', path: '/events', stream: responseStream() });
 * for await (const bytes of body ?? []) console.log(bytes.length);
 * ```
 */
export function responseStream(isStreamed: IsStreamed = () => true): ResponseStream {
  return {
    isStreamed: (status, headers) => hasBody(status) && isStreamed(status, headers),
    guard: guardResponse,
  };
}

/** A 2xx response with a body. Source: RFC 9110, sections 15.3.5 and 15.3.6. */
const hasBody = (status: number) => status >= 200 && status < 300 && status !== 204 && status !== 205;

function guardResponse(
  { status, headers, bytes, body: source = new ReadableStream() }: ServiceResponse,
  guard: BodyGuard,
): GuardedResponse {
  const { runtime, signal, silenceMs } = guard;
  const reader = source.getReader();
  // The service responded with a success: whatever becomes of the body, it has acted.
  const fail = (failure: Pick<Failure, 'message'>) =>
    stop(guard.toError({ ...failure, status, outcome: 'sent', replay: 'never' }));
  let resolve = () => {};
  const ended = new Promise<void>((resolveEnded) => {
    resolve = resolveEnded;
  });
  let clearTimer = () => {};
  let isOver = false;
  const end = () => {
    isOver = true;
    clearTimer();
    signal.removeEventListener('abort', abort);
    resolve();
  };
  let stop: (error: unknown) => void = () => {};
  const abort = () => stop(signal.reason);
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stop = (error) => {
          if (isOver) return;
          end();
          controller.error(error);
          reader.cancel(error).catch(() => {});
        };
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort);
      },
      async pull(controller) {
        clearTimer = startTimer(runtime, silenceMs, () => fail(silence(silenceMs)));
        try {
          const { value } = await reader.read();
          clearTimer();
          if (isOver) return;
          if (value !== undefined) return controller.enqueue(value);
          end();
          controller.close();
        } catch (thrown) {
          const failure = guard.classify(thrown);
          fail({ ...failure, message: failure.message.replace(doubt, '') });
        }
      },
      cancel(reason) {
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return { response: buildServiceResponse(status, headers, bytes, body), ended };
}

/** What the message of an unknown outcome says. */
const doubt = '; whether the service acted is not known';

const silence = (silenceMs: number) => ({
  type: TimeoutError,
  message: `The response was silent for ${silenceMs} ms, which is the limit (timeoutMs).`,
  extra: { phase: 'body', limit: 'attempt' },
});
