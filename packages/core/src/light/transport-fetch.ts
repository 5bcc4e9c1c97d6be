import { createFetchTransport } from '../http/fetch-transport.ts';
import type { OwnTransport } from '../pipeline/own-transport.ts';

export { classifyTransportError } from '../retry/unexplained-failure.ts';

/** The `fetch` of the program or of the platform: browsers and workers. */
export function openTransport(): OwnTransport {
  return { send: createFetchTransport(), close() {} };
}
