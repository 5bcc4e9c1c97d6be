import { BadJson, type SandboxRequest, type SandboxResponse } from '../../http/exchange.ts';
import type { Route } from '../../http/router.ts';
import { RowRefused, StoreFull } from '../../table.ts';
import type { WebhookForm } from '../events/mail-event.ts';
import type { InboundForm } from '../inbound/inbound-form.ts';
import type { ReceivedMessage } from '../message/received-message.ts';
import type { MailStore, Message } from '../store/mail-store.ts';
import type { Outbox, Submission } from '../store/outbox.ts';
import { type Fields, fieldsOf, wordsOf } from './fields.ts';
import type { RemoteFiles } from './remote-file-places.ts';

/** The parts of the sandbox behind a door. */
export interface DoorContext {
  readonly store: MailStore;
  readonly outbox: Outbox;
  /** The key of this service. */
  readonly key: string;
  /** The key that programs in browsers may have, of services with one. */
  readonly publicKey: string;
  /** The secret of its webhooks; `undefined` where they are not signed. */
  readonly webhookSecret: string | undefined;
  /** The address of this service, without a trailing slash. */
  readonly url: () => string;
  /** Whether the service received it: over SMTP, by hand, or by a route of this service. */
  readonly isIncoming: (message: ReceivedMessage) => boolean;
}

/** The headers of a rate limit. */
export interface RateHeaders {
  /** Of the names `limit`, `remaining` and `reset`. @default none of them is sent */
  readonly prefix?: string;
  /** Sends `reset`. @default true */
  readonly hasReset?: boolean;
  /** `reset` is an instant in seconds, and not seconds from now. */
  readonly isEpoch?: boolean;
  /** Sends `retry-after` with a refusal. */
  readonly hasRetryAfter?: boolean;
}

/**
 * An operation that a service has, and the sandbox does not: `['GET', '/logs/:id', 'logs.get']`. The name is
 * the one of the service's own SDK or reference.
 */
export type AbsentOperation = readonly [method: string, pattern: string, name: string];

/** The HTTP API of one mail service. */
export interface Door {
  /** The first segment of its paths: `resend`. */
  readonly name: string;
  /** The beginning of its keys: `re_`. @default its key is the one of the mail service */
  readonly keyPrefix?: string;
  /** The path between its host and its endpoints in the base URL of clients: `/v3`. @default none */
  readonly basePath?: string;
  /** The key in a request; `undefined` without one. */
  readonly readKey: (request: SandboxRequest, context: DoorContext) => string | undefined;
  /** The key that a request must have with strict keys. @default the key of this service */
  readonly keyOf?: (request: SandboxRequest, context: DoorContext) => string;
  /** The limit that it publishes, in force unless another one is set. @default none */
  readonly rateLimit?: { readonly limit: number; readonly windowMs: number };
  /** How it tells its limit. @default `ratelimit-*` with seconds, and `retry-after` */
  readonly rateHeaders?: RateHeaders;
  /** Runs around everything else, also the check of the key. */
  readonly around?: (
    request: SandboxRequest,
    next: (request: SandboxRequest) => Promise<SandboxResponse>,
  ) => Promise<SandboxResponse>;
  /** Writes a response in another form than JSON, where the request is one of an older API. Faults too. */
  readonly render?: (request: SandboxRequest, response: SandboxResponse) => SandboxResponse;
  /** An error in the service's form. */
  readonly problem: (status: number, message: string) => SandboxResponse;
  /** The largest body of a path below the service's name, where the service publishes one. */
  readonly maxBodyBytes?: (path: string) => number;
  /** The error for a missing or wrong key. @default a problem with status 401 */
  readonly refuseKey?: (request: SandboxRequest, isGiven: boolean) => SandboxResponse;
  /** The error above the rate limit; the delay is in seconds. @default a problem with status 429 */
  readonly tooMany?: (retryAfter: number) => SandboxResponse;
  /** The error when the sandbox holds no more. @default a problem with status 422 */
  readonly storeFull?: (message: string) => SandboxResponse;
  /** Adds the rows that every account has. */
  readonly fill?: (store: MailStore) => void;
  readonly routes: (context: DoorContext) => readonly Route[];
  /** Operations of the service that the sandbox does not have: they answer 501 with their name. */
  readonly absent?: readonly AbsentOperation[];
  /** Where its bodies name files by URL, which `allowFetch` fetches. @default nowhere */
  readonly remoteFiles?: RemoteFiles;
  /** Its webhooks. @default it sends none */
  readonly events?: WebhookForm;
  /** Its posts of mail that it received. @default it posts none */
  readonly inbound?: InboundForm;
  /** Further variables for its clients. */
  readonly env?: (key: string, publicKey: string) => Readonly<Record<string, string>>;
}

const problemBrand = Symbol.for('@org/sandbox/door-problem');

/** Ends a request with an error in the service's form. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly response: SandboxResponse;
  readonly [problemBrand] = true;

  constructor(response: SandboxResponse) {
    super(`The request ends with status ${response.status}.`);
    this.response = response;
  }

  static isInstance(value: unknown): value is Problem {
    return typeof value === 'object' && value !== null && problemBrand in value;
  }
}

/** The response to an error of a request; `undefined` where the sandbox itself failed. */
export function responseTo(
  error: unknown,
  { problem, storeFull }: Pick<Door, 'problem' | 'storeFull'>,
): SandboxResponse | undefined {
  if (Problem.isInstance(error)) return error.response;
  if (BadJson.isInstance(error) || RowRefused.isInstance(error)) return problem(400, error.message);
  if (StoreFull.isInstance(error)) return storeFull?.(error.message) ?? problem(422, error.message);
  return undefined;
}

/**
 * Runs a part of a batch whose response has a result for each part. Any error is the result of its part: an
 * error of the whole batch would deny the mails that were accepted before.
 */
export async function endPart(
  { store }: Pick<DoorContext, 'store'>,
  problem: Door['problem'],
  run: () => SandboxResponse | Promise<SandboxResponse>,
): Promise<SandboxResponse> {
  try {
    return await run();
  } catch (error) {
    const response = responseTo(error, { problem });
    if (response !== undefined) return response;
    store.inBackground('A part of a batch', () => {
      throw error;
    });
    return problem(500, `The sandbox failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/**
 * A value that must be there.
 *
 * @example
 * const missing = () => new Problem({ status: 422, json: { error: 'subject is missing' } });
 * const subject = need(textOf('Hello'), missing);
 *
 * @throws {Problem} when it is undefined
 */
export function need<Value>(value: Value | undefined, problem: () => Problem): Value {
  if (value === undefined) throw problem();
  return value;
}

/**
 * The key in `Authorization: Bearer …`.
 *
 * @example
 * const readKey = readBearer;
 */
export function readBearer({ headers }: SandboxRequest): string | undefined {
  return /^Bearer (\S+)$/i.exec(headers['authorization'] ?? '')?.[1];
}

/** The text in `Authorization: Basic …`. */
export function readBasic({ headers }: SandboxRequest): string | undefined {
  const [, encoded] = /^Basic (\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  return encoded && Buffer.from(encoded, 'base64').toString();
}

/**
 * Submits a message.
 *
 * @example
 * const problem = (status: number, error: string) => ({ status, json: { error } });
 * const from = { address: 'ann@acme.dev', name: 'Ann' };
 * const labels = { service: 'acme' };
 * const send = (account: WireAccount) =>
 *   accept(account, problem, { id: 'm1', from, to: [from], subject: 'Hello', text: 'Hello', labels });
 *
 * @throws {Problem} 403 for a domain that may not send, 413 above the limit of a message
 */
export function accept(context: DoorContext, problem: Door['problem'], submission: Submission) {
  const [message] = acceptAll(context, problem, [submission]);
  return { kind: 'accepted', message: message as Message } as const;
}

/** Submits the messages of one request: all of them or none. @throws as {@link accept} */
export function acceptAll(
  { outbox, store }: DoorContext,
  problem: Door['problem'],
  submissions: readonly Submission[],
) {
  const outcome = outbox.submit(submissions);
  if (outcome.kind === 'unverified') throw new Problem(problem(403, outcome.reason));
  if (outcome.kind === 'too-large')
    throw new Problem(problem(413, `The message is larger than ${store.maxMessageBytes} bytes.`));
  return outcome.messages;
}

/** `a.b` is a name, or the value `b` of `a`. */
function lookUp(values: Fields, path: string): unknown {
  if (Object.hasOwn(values, path)) return values[path];
  const dot = path.indexOf('.');
  const first = path.slice(0, dot);
  return dot > 0 && Object.hasOwn(values, first)
    ? lookUp(fieldsOf(values[first]), path.slice(dot + 1))
    : undefined;
}

const maxFilledLength = 16 * 1024 * 1024;

/**
 * Fills the placeholders of a template; `pattern` has the name as its first group, and may have the value of
 * unknown names as its second. Without it they are empty.
 *
 * @throws {StoreFull} for a text above 16 MiB
 */
export function fill(text: string | undefined, pattern: RegExp, values: Fields): string | undefined {
  let length = text?.length ?? 0;
  return text?.replace(pattern, (_all, name: string, other: unknown) => {
    const value = wordsOf(lookUp(values, name) ?? (typeof other === 'string' ? other : ''));
    length += value.length;
    if (length > maxFilledLength) throw new StoreFull('The filled template is too large.');
    return value;
  });
}
