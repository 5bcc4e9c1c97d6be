// One WebSocket for all tabs of a browser.
export type { SharedSocketOptions } from './shared-socket.ts';
export { sharedSocket } from './shared-socket.ts';
