// The requests to send mail of five services, and their answers.
import type { IncomingHttpHeaders } from 'node:http';
import { brevo } from '../../src/drivers/brevo/index.ts';
import { plunk } from '../../src/drivers/plunk/index.ts';
import { postmark } from '../../src/drivers/postmark/index.ts';
import { resend } from '../../src/drivers/resend/index.ts';
import { sendgrid } from '../../src/drivers/sendgrid/index.ts';
import type { EmailDriver } from '../../src/index.ts';

export const serviceNames = ['resend', 'postmark', 'brevo', 'plunk', 'sendgrid'] as const;
export type ServiceName = (typeof serviceNames)[number];

export function driverOf(service: ServiceName, url: string): EmailDriver {
  const options = { apiKey: 'a_key', baseUrl: `${url}/${service}` };
  return { resend, postmark, brevo, plunk, sendgrid }[service](options) as EmailDriver;
}

type Answer = readonly [status: number, body: unknown];

/** A request to send mail. */
export interface WireRequest {
  readonly service: ServiceName;
  /** The recipients of each message. */
  readonly messages: readonly (readonly string[])[];
  /** The idempotency key, where the service reads one. */
  readonly key: string | undefined;
  /** A key of a request that failed may be used again. */
  readonly releasesKeys: boolean;
  /** Whether the service refuses this message of a batch. */
  refuses(refused: number | undefined, place: number): boolean;
  /** The answer of acceptance; `earlier` is the first status of a key that is known. */
  accept(refused: number | undefined, earlier: number | undefined): Answer;
  /** The answer to a known key with another body. */
  otherBody(): Answer;
}

interface Wire {
  readonly hasPartialBatches: boolean;
  readonly releasesKeys: boolean;
  messages(body: never): readonly (readonly string[])[];
  isBatch(body: never): boolean;
  key(headers: IncomingHttpHeaders, body: never): unknown;
  accept(ids: readonly (string | undefined)[], earlier: number | undefined, isBatch: boolean): Answer;
}

interface ResendMail {
  readonly to: string | readonly string[];
}
interface PostmarkMail {
  readonly To: string;
}
interface Mailbox {
  readonly email: string;
}
interface BrevoMail {
  readonly to?: readonly Mailbox[];
  readonly messageVersions?: readonly { readonly to: readonly Mailbox[] }[];
  readonly headers?: { readonly idempotencyKey?: string };
}

interface SendGridMail {
  readonly personalizations?: readonly { readonly to: readonly Mailbox[] }[];
}

const emailsOf = (to: readonly Mailbox[] = []) => to.map(({ email }) => email);
const headerKey = (headers: IncomingHttpHeaders) => headers['idempotency-key'];

/** Answers a known key with the first response. */
const resendWire: Wire = {
  hasPartialBatches: true,
  releasesKeys: true,
  messages: (body: ResendMail | readonly ResendMail[]) => [body].flat().map(({ to }) => [to].flat()),
  isBatch: (body) => Array.isArray(body),
  key: headerKey,
  accept(ids, _earlier, isBatch) {
    if (!isBatch) return [200, { id: ids[0] }];
    const errors = ids.flatMap((id, index) => (id === undefined ? [{ index, message: 'Invalid.' }] : []));
    return [200, { data: ids.flatMap((id) => (id === undefined ? [] : [{ id }])), errors }];
  },
};

/** Knows no keys. */
const postmarkWire: Wire = {
  hasPartialBatches: true,
  releasesKeys: true,
  messages: (body: PostmarkMail | readonly PostmarkMail[]) => [body].flat().map(({ To }) => To.split(', ')),
  isBatch: (body) => Array.isArray(body),
  key: () => undefined,
  accept(ids, _earlier, isBatch) {
    const results = ids.map((id) =>
      id === undefined
        ? { ErrorCode: 300, Message: 'Invalid.' }
        : { ErrorCode: 0, Message: 'OK', MessageID: id },
    );
    return [200, isBatch ? results : results[0]];
  },
};

/** Drops the second request with a key, and answers as if it were the first. */
const brevoWire: Wire = {
  hasPartialBatches: false,
  releasesKeys: true,
  messages: ({ to, messageVersions }: BrevoMail) =>
    messageVersions?.map((version) => emailsOf(version.to)) ?? [emailsOf(to)],
  isBatch: ({ messageVersions }: BrevoMail) => messageVersions !== undefined,
  key: (_headers, { headers }: BrevoMail) => headers?.idempotencyKey,
  accept: (ids, _earlier, isBatch) => [201, isBatch ? { messageIds: ids } : { messageId: ids[0] }],
};

/** Refuses a known key, and keeps the key of a request that failed. */
const plunkWire: Wire = {
  hasPartialBatches: false,
  releasesKeys: false,
  messages: ({ to }: { readonly to: readonly Mailbox[] }) => [emailsOf(to)],
  isBatch: () => false,
  key: headerKey,
  accept(ids, originalStatusCode) {
    const reused = { code: 'IDEMPOTENCY_KEY_REUSED', details: { key: 'k', originalStatusCode } };
    if (originalStatusCode !== undefined) return [409, { success: false, error: reused }];
    const emails = ids.map((id) => ({ contact: { id: 'c', email: id?.slice(2) }, email: id }));
    return [200, { success: true, data: { emails } }];
  },
};

/** Knows no keys. A scheduled mail has two requests: the first one makes an empty batch. */
const sendgridWire: Wire = {
  hasPartialBatches: false,
  releasesKeys: true,
  messages: ({ personalizations = [] }: SendGridMail) => personalizations.map(({ to }) => emailsOf(to)),
  isBatch: ({ personalizations = [] }: SendGridMail) => personalizations.length > 1,
  key: () => undefined,
  accept: (ids) => (ids.length === 0 ? [201, { batch_id: 'empty' }] : [202, undefined]),
};

const wires = {
  resend: resendWire,
  postmark: postmarkWire,
  brevo: brevoWire,
  plunk: plunkWire,
  sendgrid: sendgridWire,
};
const otherBody: Readonly<Partial<Record<ServiceName, Answer>>> = {
  resend: [409, { statusCode: 409, name: 'invalid_idempotent_request', message: 'Another body.' }],
};

export function readRequest(path: string, headers: IncomingHttpHeaders, content: string): WireRequest {
  const service = serviceNames.find((name) => path.startsWith(`/${name}/`));
  if (service === undefined) throw new Error(`No service: ${path}`);
  const wire = wires[service];
  const body = JSON.parse(content || '{}') as never;
  const key = wire.key(headers, body);
  const isBatch = wire.isBatch(body);
  const messages = wire.messages(body);
  const refuses = (refused: number | undefined, place: number) =>
    isBatch && wire.hasPartialBatches && place === refused;
  const accept = (refused: number | undefined, earlier: number | undefined) => {
    const ids = messages.map(([first], place) => (refuses(refused, place) ? undefined : `m-${first}`));
    return wire.accept(ids, earlier, isBatch);
  };
  return {
    service,
    messages,
    key: typeof key === 'string' ? key : undefined,
    releasesKeys: wire.releasesKeys,
    refuses,
    accept,
    otherBody: () => otherBody[service] ?? accept(undefined, 200),
  };
}
