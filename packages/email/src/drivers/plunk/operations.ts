import { defineOperation, type Schema } from '@org/core';
import { invalidInput } from '@org/core/driver';
import type { PreparedMessage } from '../../model/message.ts';
import type { ContactInput } from '../../model/records/contact.ts';
import type { TemplateInput } from '../../model/records/template.ts';
import type { SendReceipt } from '../../model/send-result.ts';
import {
  plunkContact,
  plunkContactPage,
  plunkTemplate,
  plunkTemplatePage,
  plunkUpsertedContact,
  provesDelete,
  provesWrite,
} from './decode.ts';
import {
  convertToPlunkContact,
  convertToPlunkContactList,
  convertToPlunkSend,
  convertToPlunkTemplate,
  convertToPlunkTemplateList,
  pathOf,
} from './encode.ts';
import { classifyPlunkFailure as classify } from './errors.ts';
import { mapPlunkReceipt, provesSend } from './receipt.ts';

export { classify };

type Collection = 'contacts' | 'templates';

/** Operations that are alike for contacts and templates. */
const getById = <Item>(name: string, collection: Collection, decode: Schema<Item>) =>
  defineOperation({
    name,
    safety: 'read',
    encode: (id: string) => ({ method: 'GET', ...pathOf(collection, id) }),
    decode,
  });

const updateById = <Changes, Item>(
  name: string,
  collection: Collection,
  toJson: (changes: Changes) => object,
  decode: Schema<Item>,
) =>
  defineOperation({
    name,
    safety: 'idempotent',
    encode: ({ id, changes }: { readonly id: string; readonly changes: Changes }) => ({
      method: 'PATCH',
      ...pathOf(collection, id),
      json: toJson(changes),
    }),
    decode,
    isAccepted: provesWrite,
  });

const deleteById = (name: string, collection: Collection) =>
  defineOperation({
    name,
    safety: 'idempotent',
    encode: (id: string) => ({ method: 'DELETE', ...pathOf(collection, id) }),
    decode: () => undefined,
    isAccepted: provesDelete,
  });

export const operations = {
  send: defineOperation<PreparedMessage, SendReceipt>({
    name: 'send',
    safety: 'keyed', // the header Idempotency-Key: docs.useplunk.com, guides, "Idempotency"
    encode: convertToPlunkSend,
    decode: mapPlunkReceipt,
    isAccepted: provesSend,
    // Decides alone: for a send, some answers with 409 are a success.
    classify,
  }),
  'template.create': defineOperation({
    name: 'template.create',
    safety: 'unsafe',
    encode: (input: TemplateInput) => {
      if (input.from === undefined)
        throw invalidInput('from', 'is missing: a template of Plunk has a sender');
      const json = convertToPlunkTemplate({ kind: 'transactional', ...input });
      return { method: 'POST', path: '/templates', json };
    },
    decode: plunkTemplate,
    isAccepted: provesWrite,
  }),
  'template.get': getById('template.get', 'templates', plunkTemplate),
  'template.list': defineOperation({
    name: 'template.list',
    safety: 'read',
    encode: convertToPlunkTemplateList,
    decode: plunkTemplatePage,
  }),
  'template.update': updateById('template.update', 'templates', convertToPlunkTemplate, plunkTemplate),
  'template.delete': deleteById('template.delete', 'templates'),
  'contact.upsert': defineOperation({
    name: 'contact.upsert',
    safety: 'idempotent',
    encode: (input: ContactInput) => ({
      method: 'POST',
      path: '/contacts',
      json: convertToPlunkContact(input),
    }),
    decode: plunkUpsertedContact,
    isAccepted: provesWrite,
  }),
  'contact.get': getById('contact.get', 'contacts', plunkContact),
  'contact.list': defineOperation({
    name: 'contact.list',
    safety: 'read',
    encode: convertToPlunkContactList,
    decode: plunkContactPage,
  }),
  'contact.update': updateById('contact.update', 'contacts', convertToPlunkContact, plunkContact),
  'contact.delete': deleteById('contact.delete', 'contacts'),
};
