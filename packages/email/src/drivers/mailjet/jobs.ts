import { defineRequest, invalidInput } from '@org/core/driver';
import type { ContactImport, ImportStatus, WriteReceipt } from '../../resources.ts';
import * as z from '../../wire/schema.ts';
import { encodeContact, propertiesOf, refuseNames } from './contacts.ts';
import { oneOfWire, provesWrite, wireId } from './wire.ts';

const wireJob = z.object({ JobID: wireId() });

const wireStatus = z.object({
  Status: z.string(),
  Count: z.nullish(z.number()),
  Error: z.optionalText(),
});

const states: ReadonlyMap<string, ImportStatus['state']> = new Map([
  ['completed', 'done'],
  ['error', 'failed'],
  ['abort', 'failed'],
]);

export function listNumber(id: string, path: string): number {
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw invalidInput(path, 'must be the number of a list of Mailjet');
}

function encodeImport({ contacts, listIds = [] }: ContactImport): object {
  const lists = listIds.map((id, index) => ({
    ListID: listNumber(id, `listIds[${index}]`),
    Action: 'addnoforce',
  }));
  return {
    Contacts: contacts.map((contact) => {
      refuseNames(contact);
      const Properties = propertiesOf(contact);
      return { ...encodeContact(contact), ...(Object.keys(Properties).length === 0 ? {} : { Properties }) };
    }),
    ContactsLists: lists.length === 0 ? undefined : lists,
  };
}

export interface ListChange {
  readonly id: string;
  readonly emails: readonly string[];
  readonly action: 'addnoforce' | 'remove';
}

/** Mailjet writes many contacts in jobs; a job of a list belongs to that list: `list/job`. */
export const jobOperations = {
  'contact.import': defineRequest({
    safety: 'idempotent', // a job with the same contacts changes nothing more
    encode: (input: ContactImport) => ({
      method: 'POST',
      path: '/v3/REST/contact/managemanycontacts',
      json: encodeImport(input),
    }),
    decode: oneOfWire(wireJob, ({ JobID }): WriteReceipt => ({ state: 'pending', jobId: `${JobID}` })),
    isAccepted: provesWrite,
  }),
  'contact.importStatus': defineRequest({
    safety: 'read',
    encode: (jobId: string) => {
      const [id = '', list] = jobId.split('/').reverse();
      const owner = list === undefined ? 'contact' : 'contactslist/{list}';
      const params = list === undefined ? { id } : { id, list };
      return { method: 'GET', path: `/v3/REST/${owner}/managemanycontacts/{id}`, params };
    },
    decode: async (response, jobId) => {
      const result = await oneOfWire(
        wireStatus,
        ({ Status, Error: description }): ImportStatus => ({
          jobId,
          state: states.get(Status.toLowerCase()) ?? 'pending',
          ...(description ? { description } : {}),
        }),
      )['~standard'].validate(response.json());
      if (result.issues !== undefined) throw new TypeError('The response has no job.');
      return result.value;
    },
  }),
  'list.manage': defineRequest({
    safety: 'idempotent',
    encode: ({ id, emails, action }: ListChange) => ({
      method: 'POST',
      path: '/v3/REST/contactslist/{id}/managemanycontacts',
      params: { id },
      json: { Action: action, Contacts: emails.map((Email) => ({ Email })) },
    }),
    decode: oneOfWire(wireJob, ({ JobID }) => `${JobID}`),
    isAccepted: provesWrite,
  }),
};
