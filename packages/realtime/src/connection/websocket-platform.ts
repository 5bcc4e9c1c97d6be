import { misconfigured } from '../internal/wrong-input.ts';
import type { OpenSocket } from './socket.ts';
import { webSocket } from './web-socket.ts';

/** Browsers, workers and other platforms with a global `WebSocket`. */
export const openSocket: OpenSocket = (url, listener, options) => {
  if (typeof globalThis.WebSocket !== 'function') throw misconfigured('This platform has no WebSocket.');
  return webSocket(globalThis.WebSocket)(url, listener, options);
};
