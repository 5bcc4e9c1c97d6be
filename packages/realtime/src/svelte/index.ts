export type { ConnectionSnapshot } from '../stores/connection-store.ts';
export type { UserSnapshot } from '../stores/user-store.ts';
export {
  type ChannelValue,
  channelStore,
  lastEventStore,
  type PresenceValue,
  presenceStore,
} from './channel-stores.ts';
export { connectionStore, userStore } from './client-stores.ts';
export type { Readable } from './readable.ts';
