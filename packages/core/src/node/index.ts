export type { EntryPlace } from './entry-appender.ts';
export { type EntryFile, type EntryFileOptions, openEntryFile } from './entry-file.ts';
export { FileError } from './file-error.ts';
export { createNodeTransport, type NodeTransport } from './node-transport.ts';
export type { NodeTransportOptions } from './options.ts';
