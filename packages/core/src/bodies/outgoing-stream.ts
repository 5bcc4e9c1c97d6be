import type { OpenBody } from '../http/request-body.ts';
import { counted, type Pieces } from './pieces.ts';

/** The pieces as the stream of one attempt: read only when the connection takes more, counted, and let go when the attempt ends. */
export function outgoingStream(pieces: Pieces, lengthBytes: number | undefined): OpenBody {
  const source = counted(pieces, lengthBytes);
  let broken: unknown;
  let over = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  const letGo = () => {
    if (!over) source.cancel();
    over = true;
  };
  const content = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      async pull(own) {
        try {
          const bytes = await source.next();
          if (over) return;
          if (bytes !== undefined) {
            own.enqueue(bytes);
            return;
          }
          over = true;
          own.close();
        } catch (error) {
          if (over) return;
          broken = error ?? new Error('The stream broke without saying why.');
          letGo();
          throw error;
        }
      },
      cancel: letGo,
    },
    { highWaterMark: 0 },
  );
  return {
    content,
    lengthBytes,
    error: () => broken,
    close() {
      if (over) return;
      letGo();
      // An attempt can be over before all is sent: whoever still reads must not wait for more.
      controller?.error(new Error('The attempt is over.'));
    },
  };
}
