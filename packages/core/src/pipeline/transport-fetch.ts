import type { Runtime } from '../time/runtime.ts';
import { createKyTransport } from './ky-transport.ts';
import type { OwnTransport } from './own-transport.ts';

export { classifyTransportError } from '../retry/unexplained-failure.ts';

/** ky on the `fetch` of the program or of the platform: browsers and workers. */
export function openTransport(provider: string, _fetch: Runtime['fetch'] | undefined): OwnTransport {
  return { send: createKyTransport(provider), close() {} };
}
