// What sends need, in one file when it is built.

export { loadDraft } from '../content/load-content.ts';
export { previewMessage } from '../preview/preview-message.ts';
export { runBatch } from './batch-run.ts';
export { startRun } from './run.ts';
export { sendTogether } from './send-mails.ts';
export { sendMessage } from './send-message.ts';
