// One WebSocket for all tabs of a browser.
export { type SharedSocketOptions, sharedSocket } from './shared-socket.ts';
