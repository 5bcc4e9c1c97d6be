import { createRoutingClient } from '@org/routing';
import { type GoogleOptions, google } from '@org/routing/google';
import { scriptedFetch } from '../scripted-fetch.ts';

export const waypoints = [
  [8.68, 49.41],
  [8.69, 49.42],
] as const;
export const profile = 'driving';

/** A client that gets this answer from Google. */
export function open(body: unknown, options: GoogleOptions = {}, status = 200) {
  const network = scriptedFetch({ body, status });
  const driver = google({ apiKey: 'key.1', ...options });
  const routing = createRoutingClient({ driver, limiter: false, retry: false, runtime: network.runtime });
  const maskOf = (index: number) => network.sent[index]?.headers.get('x-goog-fieldmask')?.split(',') ?? [];
  return { ...network, routing, maskOf };
}
