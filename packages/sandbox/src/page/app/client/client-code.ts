// The client of the Channels view: a file of its own, loaded with the first look at it.
export { createRealtimeClient } from '@org/realtime';
export { inspect } from '@org/realtime/inspect';
