// The names of `@org/realtime`, with the light client and all of its parts: the suites of the full client run
// on it, in the projects `realtime-light*`.
import type { RealtimeClient, RealtimeClientOptions } from '@org/realtime';
import {
  createRealtimeClient as createLightClient,
  diagnosis,
  encryptedChannels,
  presence,
  privateChannels,
  refetching,
  users,
} from '@org/realtime/light';

export * from '@org/realtime/light';

const use = [privateChannels, presence, encryptedChannels, users, refetching, diagnosis];

/** Has the type of the full client: each part adds what is missing. */
export const createRealtimeClient = (options: RealtimeClientOptions = {}): RealtimeClient =>
  createLightClient({ ...options, use });
