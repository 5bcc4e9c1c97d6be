export { codesIn } from '../mail/message/codes.ts';
export { linksIn } from './links-in.ts';
export { matchers } from './matchers.ts';
export { sandboxForWorker, type WorkerSandbox, type WorkerSandboxOptions } from './worker.ts';
