import type { CallOptions } from '@org/core';
import type { PreparedMessage } from '../src/driver.ts';
import {
  createEmailClient,
  type EmailCapabilities,
  type EmailClientOptions,
  type EmailDriver,
  type SendReceipt,
} from '../src/index.ts';

export const batchCapabilities = {
  templates: false,
  contacts: false,
  request: false,
  batch: 3,
  message: {
    cc: true,
    bcc: true,
    text: 'alone',
    replyTo: 'many',
    headers: true,
    attachments: true,
    inlineAttachments: true,
    template: false,
    tags: false,
    metadata: false,
    sendAt: false,
    visibility: 'shared',
    internationalLocalPart: true,
  },
  idempotency: 'replay',
  limits: {},
} as const satisfies EmailCapabilities;

/** One request that the service received. */
export interface BatchRequest {
  readonly name: string;
  readonly messages: readonly PreparedMessage[];
  readonly options: CallOptions;
}

export type Answer = (request: BatchRequest) => Promise<readonly SendReceipt[]>;

/** The service accepts everything; the id of a mail is its first recipient. */
export const acceptAll: Answer = async ({ messages }) => messages.map(accepted);

export function accepted({ to, cc, bcc }: PreparedMessage): SendReceipt {
  const outcomes = [...to, ...cc, ...bcc].map(({ address }) => ({
    recipient: address,
    status: 'accepted' as const,
    messageId: `id-${to[0]?.address}`,
  }));
  return { outcomes };
}

/** A driver whose service has batch requests, with every request that it received. */
export function batchDriver(answer: Answer, changes: Partial<EmailCapabilities> = {}, name = 'fleet') {
  const requests: BatchRequest[] = [];
  const driver: EmailDriver = {
    specVersion: 1,
    name,
    capabilities: { ...batchCapabilities, ...changes },
    // A message with attachments goes alone; the sender's address divides batches.
    batchKey: ({ attachments, from }) => (attachments.length > 0 ? undefined : from?.address),
    open: () => ({
      async execute(name: string, input: unknown, options: CallOptions = {}) {
        options.signal?.throwIfAborted();
        const messages = (name === 'send' ? [input] : input) as PreparedMessage[];
        const request = { name, messages, options };
        requests.push(request);
        const receipts = await answer(request);
        return (name === 'send' ? receipts[0] : receipts) as never;
      },
      close: async () => {},
    }),
  };
  return { driver, requests };
}

export function batchClient(
  answer: Answer = acceptAll,
  changes: Partial<EmailCapabilities> = {},
  options: Partial<EmailClientOptions<EmailCapabilities>> = {},
) {
  const { driver, requests } = batchDriver(answer, changes);
  const sentTo = () =>
    requests.map(({ messages }) => messages.map(({ to }) => to.map((t) => t.address).join()));
  return { email: createEmailClient({ ...options, driver }), requests, sentTo };
}
