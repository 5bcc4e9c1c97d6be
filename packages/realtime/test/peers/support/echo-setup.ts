// Before each file of Laravel Echo's own tests: where Echo looks for `window.Pusher`, our class. The tests
// give no key and no address; here it connects to a service on loopback.

import { Pusher, type PusherOptions } from '@org/realtime/pusher-compat';
import { afterAll, expect } from 'vitest';

const { host, key, port } = JSON.parse(process.env['ECHO_SERVICE'] ?? '{}');

class ConnectedPusher extends Pusher {
  constructor(given: string | undefined, options: PusherOptions) {
    super(given ?? key, { ...options, wsHost: host, wsPort: port, forceTLS: false });
  }
}
Object.assign(globalThis, { window: { Pusher: ConnectedPusher } });
afterAll(async () => {
  for (const pusher of Pusher.instances) {
    await expect.poll(() => pusher.connection.state).toBe('connected');
    pusher.disconnect();
  }
});
