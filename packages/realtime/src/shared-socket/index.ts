// One WebSocket for all tabs of a browser.
export { sharedSocket } from './shared-socket.ts';
