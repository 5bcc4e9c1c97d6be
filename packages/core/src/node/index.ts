export { type EntryFile, type EntryFileEnd, type EntryFileOptions, openEntryFile } from './entry-file.ts';
export type { EntryPlace } from './entry-place.ts';
export { describeProxy, type Environment, environmentProxy, type ProxySetting } from './environment-proxy.ts';
export { FileError } from './file-error.ts';
export { createNodeTransport, type NodeTransport } from './node-transport.ts';
export type { NodeTransportOptions } from './options.ts';
