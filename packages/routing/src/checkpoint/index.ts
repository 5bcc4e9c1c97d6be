// The checkpoint of large requests in a file, for Node.
export type { Checkpoint } from '../call-options.ts';
export { fileCheckpoint } from './file-checkpoint.ts';
