import { randomUUID } from 'node:crypto';
import { type OptionNames, refuseUnknown } from '@org/core/basics';
import { meantOption } from '@org/core/driver';
import { addressParser } from 'postal-mime';
import type { Door } from '../kit/door.ts';
import { isWithin } from '../message/message-content.ts';
import type { MailAddress } from '../message/parse-message.ts';
import type { MailStore } from '../store/mail-store.ts';

/** Mail and rows of the HTTP APIs that are there at the start. */
export interface MailSeed {
  readonly mails?: readonly SeedMail[];
  readonly contacts?: readonly SeedContact[];
  readonly templates?: readonly SeedTemplate[];
}

/** A received message. Addresses are as in a header: `Ann <ann@acme.dev>`. */
export interface SeedMail {
  readonly from: string;
  readonly to: string | readonly string[];
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly tags?: readonly string[];
}

/** A contact of all services. */
export interface SeedContact {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly unsubscribed?: boolean;
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** A template of all services. Its id is its name. */
export interface SeedTemplate {
  readonly name: string;
  readonly subject?: string;
  readonly text?: string;
  readonly html?: string;
}

const mailNames: OptionNames<SeedMail> = { from: 0, to: 0, subject: 0, text: 0, html: 0, tags: 0 };
const contactNames: OptionNames<SeedContact> = {
  email: 0,
  firstName: 0,
  lastName: 0,
  unsubscribed: 0,
  fields: 0,
};
const templateNames: OptionNames<SeedTemplate> = { name: 0, subject: 0, text: 0, html: 0 };

/**
 * Fills an empty store: the rows of every account, and the seed.
 *
 * @throws {ConfigurationError} for an unknown name, {TypeError} for a missing value
 */
export async function fillStore(
  store: MailStore,
  { mails = [], contacts = [], templates = [] }: MailSeed,
  wires: readonly Pick<Door, 'fill'>[],
): Promise<void> {
  checkAll('mails', mails, mailNames, ['from', 'subject']);
  checkAll('contacts', contacts, contactNames, ['email']);
  checkAll('templates', templates, templateNames, ['name']);
  for (const { fill } of wires) fill?.(store);
  for (const contact of contacts) store.contacts.add({ ...emptyContact, ...contact });
  for (const template of templates) store.templates.add({ ...template, own: {} }, template.name);
  for (const mail of mails) deliver(store, mail);
}

const emptyContact = { unsubscribed: false, fields: {}, lists: [], own: {} };

function deliver(store: MailStore, { from, to, tags, ...content }: SeedMail): void {
  const id = randomUUID();
  const [sender] = readAddresses('from', from);
  const recipients = [to].flat().flatMap((each) => readAddresses('to', each));
  if (sender === undefined || recipients.length === 0) throw new TypeError('A mail of the seed has no "to".');
  const composition = { id, from: sender, to: recipients, ...content, headers: [], attachments: [] };
  const raw = { ...composition, date: new Date(store.now()) };
  if (!isWithin(raw, store.maxMessageBytes))
    throw new TypeError(`The mail "${content.subject}" of the seed is too large.`);
  const envelope = { from: sender.address, to: recipients.map(({ address }) => address) };
  store.mailbox.put({ id, via: 'smtp', envelope, raw });
  if (tags !== undefined) store.mailbox.setTags([id], tags);
}

function readAddresses(field: string, text: string): MailAddress[] {
  const found = addressParser(text, { flatten: true }) as readonly MailAddress[];
  if (found.some(({ address }) => !address?.includes('@')) || found.length === 0)
    throw new TypeError(`"${text}" is not an address: "${field}" of a mail of the seed.`);
  return found.map(({ name, address }) => ({ name, address }));
}

function checkAll(
  list: string,
  entries: readonly object[],
  names: object,
  required: readonly string[],
): void {
  if (!Array.isArray(entries)) throw new TypeError(`"${list}" of the seed is not a list.`);
  entries.forEach((entry: object, at) => {
    refuseUnknown(entry, names, `${list}[${at}] of the seed`, meantOption);
    for (const name of required) {
      const value = (entry as Readonly<Record<string, unknown>> | null)?.[name];
      if (typeof value !== 'string') throw new TypeError(`${list}[${at}] of the seed has no "${name}".`);
    }
  });
}
