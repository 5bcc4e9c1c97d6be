import { createFetchTransport } from '../http/fetch-transport.ts';
import type { OwnTransport } from './own-transport.ts';

/** The `fetch` of the program or of the platform: browsers, workers, and clients of light entries. */
export function openTransport(): OwnTransport {
  return { send: createFetchTransport(), close() {} };
}
