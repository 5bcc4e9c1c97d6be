import type { OpenBody } from '../http/request.ts';
import { counted, type Pieces } from './pieces.ts';

/**
 * The stream of one attempt: it reads pieces only on demand, counts them, and cancels the source when the
 * attempt ends.
 */
export function outgoingStream(pieces: Pieces, lengthBytes: number | undefined): OpenBody {
  const source = counted(pieces, lengthBytes);
  let failure: unknown;
  let isOver = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  const cancelSource = () => {
    if (!isOver) source.cancel();
    isOver = true;
  };
  const content = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      async pull(own) {
        try {
          const bytes = await source.next();
          if (isOver) return;
          if (bytes !== undefined) {
            own.enqueue(bytes);
            return;
          }
          isOver = true;
          own.close();
        } catch (error) {
          if (isOver) return;
          failure = error ?? new Error('The stream failed without an error.');
          cancelSource();
          throw error;
        }
      },
      cancel: cancelSource,
    },
    { highWaterMark: 0 },
  );
  return {
    content,
    lengthBytes,
    error: () => failure,
    close() {
      if (isOver) return;
      cancelSource();
      // An attempt can end before the whole body is sent: its reader must not wait for more.
      controller?.error(new Error('The attempt is over.'));
    },
  };
}
