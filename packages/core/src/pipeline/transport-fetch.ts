import type { Runtime } from '../time/runtime.ts';
import { createKyTransport } from './ky-transport.ts';
import type { OwnTransport } from './own-transport.ts';

/** ky on the `fetch` of the program or of the platform: browsers, workers, Deno, Bun. */
export function openTransport(provider: string, _fetch: Runtime['fetch'] | undefined): OwnTransport {
  return { send: createKyTransport(provider), close() {} };
}
