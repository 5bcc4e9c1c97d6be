// The client of the playground: `@org/routing` as a program installs it, with the page's `fetch`.
import { createRoutingClient, osrm } from '@org/routing/osrm/directions';
import { answer } from './osrm-service.ts';

export function createClient() {
  const driver = osrm({ baseUrl: 'https://larkbridge.invalid', profiles: ['driving', 'cycling', 'walking'] });
  // The town's service has no limits, and a drag makes a call for each movement.
  return createRoutingClient({ driver, limiter: false, runtime: { fetch: answer } });
}
