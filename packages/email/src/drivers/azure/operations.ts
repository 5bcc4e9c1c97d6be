import { ResponseFormatError } from '@org/core';
import { defineRequest, textAt } from '@org/core/driver';
import { readRetryAfter } from '@org/core/headers';
import { type PollAnswer, poll } from '@org/core/polling';
import {
  allAccepted,
  composites,
  lookUp,
  type PreparedMessage,
  type RequestCall,
  receiptOfEach,
  type SendReceipt,
} from '../../driver.ts';
import { refusedAs } from '../../tables/index.ts';
import { encodeSend } from './encode.ts';
import { classify, kinds } from './errors.ts';
import type { AzureSettings } from './service.ts';

export { webhookScheme } from './webhooks.ts';

/** What became of an accepted mail: nothing yet, handed over, or the code and words of its failure. */
type Progress = PollAnswer<{ readonly code?: string | undefined; readonly words?: string | undefined }>;

const firstWaitMs = 1_000;

export function createOperations({ apiVersion, waitForResult }: AzureSettings) {
  const requests = {
    'send.start': defineRequest({
      safety: 'unsafe',
      encode: (message: PreparedMessage) => encodeSend(message, apiVersion),
      isAccepted: (response) => response.status === 202 && textAt(response.json(), 'id') !== undefined,
      decode: (response, message): SendReceipt => allAccepted(message, textAt(response.json(), 'id')),
    }),
    'send.progress': defineRequest({
      safety: 'read',
      // Not the `Operation-Location` of the response: samples of it have an empty segment.
      encode: (id: string) => ({
        method: 'GET',
        path: '/emails/operations/{id}',
        params: { id },
        query: { 'api-version': apiVersion },
      }),
      decode: (response, _id, { nowMs }): Progress =>
        progressOf(response.json(), readRetryAfter(response.headers, nowMs)),
    }),
  };
  const programs = {
    unsafe: {
      /** Accepted is not sent: a failure comes with the status 200 of a later request. */
      async send(message: PreparedMessage, call: RequestCall<typeof requests>): Promise<SendReceipt> {
        const receipt = await call('send.start', message);
        const [{ messageId = '' } = {}] = receipt.outcomes;
        if (!waitForResult) return receipt;
        const { signal, runtime, remainingMs } = call.context;
        const check = () => call('send.progress', messageId);
        const timing = { intervalMs: firstWaitMs, deadlineMs: remainingMs() };
        const { code, words } = await poll({ check, signal, runtime, ...timing });
        if (code === undefined) return receipt;
        const kind = lookUp<'recipient-rejected' | 'recipient-suppressed' | 'bad-request'>(kinds, code);
        const error = refusedAs(kind ?? 'message-rejected', { provider: 'azure', code, words });
        return receiptOfEach(message, () => ({ messageId, error }));
      },
    },
  };
  return { operations: { ...requests, ...composites(requests, programs) }, classify };
}

function progressOf(json: unknown, retryAfterMs: number | undefined): Progress {
  const status = textAt(json, 'status');
  if (status === 'NotStarted' || status === 'Running') return { state: 'pending', retryAfterMs };
  if (status === 'Succeeded') return { state: 'done', value: {} };
  if (status !== 'Failed' && status !== 'Canceled')
    throw new ResponseFormatError({ message: 'Azure says nothing known about the accepted mail.' });
  const code = textAt(json, 'error', 'code') ?? status;
  return { state: 'done', value: { code, words: textAt(json, 'error', 'message') } };
}
