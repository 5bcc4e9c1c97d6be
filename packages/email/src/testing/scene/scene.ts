import type { PagedList } from '@org/core/paging';
import type { EmailClient } from '../../client.ts';
import { type AddressInput, formatMailbox } from '../../model/address.ts';
import {
  type allMethods,
  type EmailCapabilities,
  methodsOf,
  type PartName,
} from '../../model/capabilities.ts';
import type { ContentMessage, EmailMessage } from '../../model/message.ts';
import type { EmailDriverHarness, TestFramework } from './harness.ts';

/** The client of any driver: every part may exist. */
export type AnyClient = EmailClient<AllCapabilities>;

type AllParts = typeof allMethods;

interface AllCapabilities extends EmailCapabilities {
  readonly templates: AllParts['templates'];
  readonly contacts: AllParts['contacts'];
  readonly lists: AllParts['lists'];
  readonly suppressions: AllParts['suppressions'];
  readonly messages: AllParts['messages'];
  readonly webhooks: AllParts['webhooks'];
  readonly request: true;
}

export interface Scene extends EmailDriverHarness {
  readonly expect: TestFramework['expect'];
  readonly email: AnyClient;
  readonly capabilities: EmailCapabilities;
  readonly placeholder: (name: string) => string;
  /** Opens another client of the same entry. */
  readonly open: (options: object) => AnyClient;
}

/** `needs` is a member that only clients of a full entry have. */
export type DriverTest = readonly [
  name: string,
  run: (scene: Scene) => Promise<void>,
  needs?: 'sendEach' | 'sendBatch' | 'templates',
];

export const message: ContentMessage = {
  from: 'ann@acme.dev',
  to: 'bob@example.com',
  subject: 'Grüße aus Zürich ✓',
  html: '<p>Hällo</p>',
};

/** A client of the driver. Where a service sends templates alone, messages are the template `stored`. */
export function openClient(create: (options: never) => unknown, options: object): AnyClient {
  const email = create(options as never) as AnyClient;
  if (Reflect.get(options, 'driver').capabilities.message.ownContent !== false) return email;
  const adapted: Pick<AnyClient, 'send' | 'sendBatch' | 'sendEach'> = {
    send: (given, call) => email.send(asStored(given), call),
    sendBatch: (given, call) => email.sendBatch(given.map(asStored), call),
    sendEach: (given, call) => email.sendEach([...(given as Iterable<EmailMessage>)].map(asStored), call),
  };
  const present = Object.entries(adapted).filter(([name]) => Object.keys(email).includes(name));
  return { ...email, ...Object.fromEntries(present) };
}

function asStored(message: EmailMessage): EmailMessage {
  if (message.raw !== undefined) return message;
  const { from, subject, html, text, replyTo, template, ...rest } = message;
  const fields = { from: line(from), subject, html, text, replyTo: line(replyTo) };
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const variables = Object.fromEntries(given) as Readonly<Record<string, string>>;
  return { ...rest, template: template ?? { id: 'stored', variables } } as EmailMessage;
}

function line(mailboxes: AddressInput | readonly AddressInput[] | undefined): string | undefined {
  if (mailboxes === undefined) return undefined;
  const texts = [mailboxes].flat().map((one) => (typeof one === 'string' ? one : formatMailbox(one)));
  return texts.join(', ');
}

/** Asks whether the driver has a method of this part. */
export function methodCheck({ capabilities }: Scene, part: PartName): (name: string) => boolean {
  const methods = methodsOf(capabilities, part);
  return (name) => methods.includes(name);
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Reads the first page, and then the rest from its cursor. */
export async function resumed<Item>(list: (cursor: string | undefined) => PagedList<Item>): Promise<Item[]> {
  for await (const { items, nextCursor } of list(undefined).pages()) {
    return nextCursor === undefined ? [...items] : [...items, ...(await collect(list(nextCursor)))];
  }
  return [];
}

/** The code of the error that a call rejects with. */
export async function codeOf(run: () => PromiseLike<unknown>): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : error;
  }
  return 'no error';
}
