export { matchers } from './matchers.ts';
export { codesIn, linksIn } from './message-contents.ts';
export { sandboxForWorker, type WorkerSandbox, type WorkerSandboxOptions } from './worker.ts';
