import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { bearerAuth, type Classify, classifyStatus, type Failure, noAuth, perMinute } from '@org/core';
import { defineRequest, httpDriver, textAt } from '@org/core/driver';
import { defineEmailDriver } from '@org/email';
import {
  type Attachment,
  allAccepted,
  type EmailAddress,
  encodeBase64,
  formatMailbox,
  type PreparedMessage,
  redactAddresses,
} from '@org/email/driver';
import { type ReceivedMail, testEmailDriver } from '@org/email/testing';
import { describe, expect, it } from 'vitest';

/** What a mutant has in place of a part of the good driver. */
interface Parts {
  readonly isAccepted: (id: string | undefined) => boolean;
  readonly isBatchAccepted: (ids: unknown) => boolean;
  readonly safety: 'unsafe' | 'keyed';
  readonly idempotencyHeader: false | undefined;
  readonly mailbox: (address: EmailAddress) => unknown;
  readonly file: (attachment: Attachment) => object;
  readonly failure: (failure: Failure, words: string | undefined) => Failure;
  /** Puts the key itself into the request, past core. */
  readonly isKeyUnknown: boolean;
}

const good: Parts = {
  isAccepted: (id) => id !== undefined,
  isBatchAccepted: Array.isArray,
  safety: 'unsafe',
  idempotencyHeader: undefined,
  mailbox: formatMailbox,
  file: ({ filename, content, contentId }) => ({ filename, content: encodeBase64(content), cid: contentId }),
  failure: (failure, words) => ({ ...failure, words, redact: redactAddresses }),
  isKeyUnknown: false,
};

function acme(parts: Parts, apiKey: string, baseUrl: string) {
  const { safety, idempotencyHeader } = parts;
  const encode = ({ from, to, replyTo, subject, html, attachments }: PreparedMessage) => ({
    from: from && parts.mailbox(from),
    to: to.map(parts.mailbox),
    reply: replyTo[0] && parts.mailbox(replyTo[0]),
    subject,
    html,
    files: attachments.map(parts.file),
  });
  const headers = parts.isKeyUnknown ? { 'x-key': apiKey } : {};
  const common = { safety, idempotencyHeader };
  const sendBatch = defineRequest({
    ...common,
    encode: (messages: readonly PreparedMessage[]) => ({
      method: 'POST',
      path: '/v1/batch',
      headers,
      json: messages.map(encode),
    }),
    isAccepted: (response) => parts.isBatchAccepted(response.json()),
    decode: (_response, messages) => messages.map((message) => allAccepted(message)),
  });
  const send = defineRequest({
    ...common,
    encode: (message: PreparedMessage) => ({
      method: 'POST',
      path: '/v1/send',
      headers,
      json: encode(message),
    }),
    isAccepted: (response) => parts.isAccepted(textAt(response.json(), 'id')),
    decode: (response, message) => allAccepted(message, textAt(response.json(), 'id')),
  });
  const classify: Classify = (response, context) => {
    const failure = classifyStatus(response, context);
    return failure && parts.failure(failure, textAt(response.json(), 'message'));
  };
  return defineEmailDriver(
    httpDriver({
      service: {
        name: 'acme',
        baseUrl,
        auth: parts.isKeyUnknown ? noAuth() : bearerAuth(),
        credential: parts.isKeyUnknown ? undefined : apiKey,
        limits: [perMinute(10_000)],
        classify,
      },
      operations: { send, 'send.batch': sendBatch },
      capabilities,
    }),
    { batchKey: () => 'any' },
  );
}

const capabilities = {
  templates: false,
  contacts: false,
  request: true,
  message: {
    cc: false,
    bcc: false,
    text: 'none',
    replyTo: 'one',
    headers: false,
    attachments: true,
    inlineAttachments: true,
    template: false,
    tags: false,
    metadata: false,
    sendAt: false,
    visibility: 'individual',
    internationalLocalPart: false,
  },
  batch: 10,
  idempotency: 'none',
  limits: {},
} as const;

interface WireMail {
  readonly from: WireMailbox;
  readonly to: readonly WireMailbox[];
  readonly reply?: WireMailbox;
  readonly subject: string;
  readonly html: string;
  readonly files: readonly { readonly filename: string; readonly content: string; readonly cid?: string }[];
}

type WireMailbox = string | { readonly email: string };

const addressOf = (mailbox: WireMailbox = '') =>
  typeof mailbox === 'string' ? (/<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox) : mailbox.email;

function toMail({ from, to, reply, subject, html, files }: WireMail): ReceivedMail {
  const addresses = to.map(addressOf);
  return {
    envelope: { from: addressOf(from), to: addresses },
    subject,
    html,
    headers: new Map([
      ['to', addresses.join()],
      ['reply-to', addressOf(reply)],
    ]),
    attachments: files.map(({ filename, content }) => ({
      filename,
      content: Buffer.from(content, 'base64'),
    })),
  };
}

/** A service without idempotency keys. It is as lenient about names as a stand-in is. */
async function startAcme() {
  const mails: ReceivedMail[] = [];
  const server = createServer(async (request, response) => {
    const { authorization, 'x-key': key } = request.headers;
    if (authorization !== 'Bearer key-of-acme-17' && key !== 'key-of-acme-17')
      return response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"No such key"}');
    const body = (await json(request)) as WireMail | readonly WireMail[];
    const arrived = [body].flat().map(toMail);
    const ids = arrived.map((_, index) => ({ id: `m-${mails.length + index}` }));
    mails.push(...arrived);
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify(Array.isArray(body) ? ids : ids[0]));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, mails, close: async () => void server.close() };
}

/** The tests of the suite that fail with this driver, and their messages. */
async function failuresOf(mutation: Partial<Parts>): Promise<ReadonlyMap<string, string>> {
  const tests: (readonly [title: string, run: () => Promise<void>])[] = [];
  const framework = {
    describe: (_name: string, define: () => void) => define(),
    it: (title: string, run: () => Promise<void>) => tests.push([title, run]),
    expect,
  };
  testEmailDriver(framework, 'acme', async () => {
    const { url, mails, close } = await startAcme();
    const parts = { ...good, ...mutation };
    return {
      driver: acme(parts, 'key-of-acme-17', url),
      driverWithWrongCredential: acme(parts, 'key-of-others', url),
      received: () => mails,
      close,
    };
  });
  const failures = new Map<string, string>();
  for (const [title, run] of tests)
    await run().catch((error: unknown) => failures.set(title, (error as Error).message));
  return failures;
}

const evidence = 'takes a 2xx response without evidence for an unknown outcome, and not for an acceptance';
const batchEvidence = 'takes a batch in a 2xx response without evidence for an unknown outcome';
const lostResponse = 'sends no mail twice when a response is lost';
const inlineFile = 'carries an inline file with its content id';
const privacy = 'shows no key and no address in errors and events, also where the service repeats them';
const names = 'carries display names with characters of the grammar of addresses as one mailbox';

describe('the contract suite of email drivers', () => {
  it.each<[string, Partial<Parts>]>([
    ['addresses as texts', {}],
    ['addresses as objects', { mailbox: ({ address: email, name }) => ({ email, name }) }],
    ['addresses without names', { mailbox: ({ address }) => address }],
  ])('accepts a good driver: %s', async (_what, parts) => {
    expect(await failuresOf(parts)).toEqual(new Map());
  });

  it.each<[string, Partial<Parts>, string, RegExp]>([
    [
      'every 2xx response is an acceptance',
      { isAccepted: () => true },
      evidence,
      /`send` got a page of HTML with status 200, and its outcome is accepted, .* `isAccepted` must look for/,
    ],
    [
      'every 2xx response accepts a batch',
      { isBatchAccepted: () => true },
      batchEvidence,
      /A batch got HTML with status 200: the outcome of a message is accepted, not unknown/,
    ],
    [
      'keyed, and the service knows no keys',
      { safety: 'keyed' },
      lostResponse,
      /2 requests were sent, and 2 mails went out\. `safety: 'keyed'` needs an idempotency key/,
    ],
    [
      'keyed, and no key is sent',
      { safety: 'keyed', idempotencyHeader: false },
      lostResponse,
      /2 requests were sent, and 2 mails went out/,
    ],
    [
      'an inline file without its content id',
      { file: ({ filename, content }) => ({ filename, content: encodeBase64(content) }) },
      inlineFile,
      /`contentId` logo-17 arrived with none\. Send the content id, or set `inlineAttachments: false`/,
    ],
    [
      'no redaction of addresses',
      { failure: (failure, words) => ({ ...failure, words }) },
      privacy,
      /The error of a response with status 400 shows an address: .* Set `redact: redactAddresses`/s,
    ],
    [
      "the service's words as a message of ours",
      { failure: (failure, words) => ({ ...failure, message: words ?? '', redact: redactAddresses }) },
      privacy,
      /shows an address/,
    ],
    [
      'a key that core does not know',
      { isKeyUnknown: true },
      privacy,
      /The error of a response with status 400 shows the key of the driver\. Give the key as `credential`/,
    ],
    [
      'names without quotation marks',
      { mailbox: ({ name, address }) => (name === undefined ? address : `${name} <${address}>`) },
      names,
      /The name Doe, Bob was sent as Doe, Bob <ann@acme\.dev>, .* with `formatMailbox`/,
    ],
    [
      'names between quotation marks that are not escaped',
      { mailbox: ({ name, address }) => (name === undefined ? address : `"${name}" <${address}>`) },
      names,
      /was sent as "Lee, Ann "A"" <ann@acme\.dev>/,
    ],
    [
      'quotation marks in a field of their own',
      { mailbox: ({ address: email, name }) => ({ email, name: name && `"${name}"` }) },
      names,
      /The name Doe, Bob was sent as "Doe, Bob", which is not that name/,
    ],
  ])('refuses a mutant: %s', async (_what, mutation, title, words) => {
    const failures = await failuresOf(mutation);
    expect([...failures.keys()]).toContain(title);
    expect(failures.get(title)).toMatch(words);
  });
});
