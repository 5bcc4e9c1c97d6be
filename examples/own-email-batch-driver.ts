// A driver with a batch and with a call of several requests, as packages/email/docs/own-driver-parts.md
// describes them. A fake transport stands in for the service.
import { bearerAuth, type CredentialInput, type ServiceResponse } from '@org/core';
import { defineRequest, httpDriver, textAt } from '@org/core/driver';
import { createFakeTransport } from '@org/core/testing';
import {
  createEmailClient,
  defineEmailDriver,
  type EmailCapabilities,
  MessageRejectedError,
} from '@org/email';
import type { ListMembers, PreparedMessage } from '@org/email/driver';
import {
  allAccepted,
  allRejected,
  batchReceipts,
  composites,
  formatMailbox,
  ownValue,
  quotableWords,
  type RequestCall,
} from '@org/email/driver';
import type { WriteReceipt } from '@org/email/resources';

const encode = ({ from, to, subject, html }: PreparedMessage) => ({
  from: from && formatMailbox(from),
  to: to.map(formatMailbox),
  subject,
  html,
});

const sending = {
  send: defineRequest({
    safety: 'unsafe',
    encode: (message: PreparedMessage) => ({ method: 'POST', path: '/v1/send', json: encode(message) }),
    isAccepted: (response) => textAt(response.json(), 'id') !== undefined,
    decode: (response, message) => allAccepted(message, textAt(response.json(), 'id')),
  }),
  'send.batch': defineRequest({
    safety: 'unsafe',
    encode: (messages: readonly PreparedMessage[]) => ({
      method: 'POST',
      path: '/v1/batch',
      json: { mails: messages.map(encode) },
    }),
    isAccepted: (response) => listAt(response, 'results').length > 0,
    decode: (response, messages) => batchReceipts(messages, listAt(response, 'results'), receiptOf),
  }),
};

/** One mail of a batch: accepted, or refused with the service's words. */
function receiptOf(result: unknown, message: PreparedMessage) {
  const id = textAt(result, 'id');
  if (id !== undefined) return allAccepted(message, id);
  const said = quotableWords(textAt(result, 'error') ?? 'no reason');
  return allRejected(
    message,
    new MessageRejectedError({ message: `Acme refused the mail: ${said}`, outcome: 'not-sent' }),
  );
}

function listAt(response: ServiceResponse, name: string): readonly unknown[] {
  const list = ownValue(response.json(), name);
  return Array.isArray(list) ? list : [];
}

const lists = {
  // At most two addresses in a request: a part of 'list.addMembers' below.
  'list.addSome': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails }: ListMembers) => ({
      method: 'PUT',
      path: '/v1/lists/{id}/members',
      params: { id },
      json: { emails },
    }),
    isAccepted: (response) => response.status === 204,
  }),
};

const requests = { ...sending, ...lists };

const programs = {
  idempotent: {
    async 'list.addMembers'(
      { id, emails }: ListMembers,
      call: RequestCall<typeof requests>,
    ): Promise<WriteReceipt> {
      for (let start = 0; start < emails.length; start += 2)
        await call('list.addSome', { id, emails: emails.slice(start, start + 2) });
      return { state: 'done' };
    },
  },
};

const operations = { ...requests, ...composites(requests, programs) };

const capabilities = {
  templates: false,
  contacts: false,
  batch: 100, // messages in one request
  lists: ['addMembers'],
  request: true,
  message: {
    cc: false,
    bcc: false,
    text: 'none',
    replyTo: 'one',
    headers: false,
    attachments: false,
    inlineAttachments: false,
    template: false,
    tags: false,
    metadata: false,
    sendAt: false,
    visibility: 'individual',
    internationalLocalPart: false,
  },
  idempotency: 'none',
  limits: {},
} as const satisfies EmailCapabilities;

function acme({ apiKey }: { apiKey: CredentialInput }) {
  const baseUrl = 'https://api.acme.example';
  const service = { name: 'acme', baseUrl, auth: bearerAuth(), credential: apiKey };
  return defineEmailDriver(httpDriver({ service, operations, capabilities }), {
    batchKey: ({ sandbox }) => (sandbox ? undefined : 'all'), // which messages may share a request
  });
}

const results = [{ id: 'm1' }, { error: 'looks like spam' }];
const transport = createFakeTransport([
  { when: { path: '/v1/batch' }, answer: { json: { results } } },
  { when: { path: '/v1/lists/l1/members' }, answer: { status: 204 } },
]);
await using email = createEmailClient({ driver: acme({ apiKey: 'test' }), transport });

const message = { from: 'Ann <ann@acme.dev>', subject: 'Hi', html: '<p>Hi</p>' };
const sent = await email.sendBatch([
  { ...message, to: 'bob@example.com' },
  { ...message, to: 'cat@example.com' },
]);
console.log(sent.map(({ ok }) => ok)); // [ true, false ]

await email.lists.addMembers('l1', ['a@example.com', 'b@example.com', 'c@example.com']);
console.log(transport.requests.length); // 3: a batch, and two requests for members
