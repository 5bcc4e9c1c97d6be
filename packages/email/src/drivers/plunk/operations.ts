import { defineOperation, type HttpAnswer } from '@org/core';
import type { ContactChanges, ContactFilter, ContactInput } from '../../model/contact.ts';
import type { PreparedMessage } from '../../model/message.ts';
import type { SendReceipt } from '../../model/send-result.ts';
import type { TemplateChanges, TemplateFilter, TemplateInput } from '../../model/template.ts';
import {
  plunkContact,
  plunkContactPage,
  plunkTemplate,
  plunkTemplatePage,
  plunkUpsertedContact,
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
import { provesDelete, provesWrite } from './evidence.ts';
import { mapPlunkReceipt, provesSend } from './receipt.ts';

export { classify };

type Listing<Filter> = Filter & { readonly cursor?: string | undefined };

const nothing = (_answer: HttpAnswer): undefined => undefined;

/** What Plunk can do, in Plunk's words. */
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
    encode: (input: TemplateInput) => ({
      method: 'POST',
      path: '/templates',
      json: convertToPlunkTemplate({ kind: 'transactional', ...input }),
    }),
    decode: plunkTemplate,
    isAccepted: provesWrite,
  }),
  'template.get': defineOperation({
    name: 'template.get',
    safety: 'read',
    encode: (id: string) => ({ method: 'GET', ...pathOf('templates', id) }),
    decode: plunkTemplate,
  }),
  'template.list': defineOperation({
    name: 'template.list',
    safety: 'read',
    encode: (filter: Listing<TemplateFilter>) => convertToPlunkTemplateList(filter),
    decode: plunkTemplatePage,
  }),
  'template.update': defineOperation({
    name: 'template.update',
    safety: 'idempotent',
    encode: ({ id, changes }: { readonly id: string; readonly changes: TemplateChanges }) => ({
      method: 'PATCH',
      ...pathOf('templates', id),
      json: convertToPlunkTemplate(changes),
    }),
    decode: plunkTemplate,
    isAccepted: provesWrite,
  }),
  'template.delete': defineOperation({
    name: 'template.delete',
    safety: 'idempotent',
    encode: (id: string) => ({ method: 'DELETE', ...pathOf('templates', id) }),
    decode: nothing,
    isAccepted: provesDelete,
  }),
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
  'contact.get': defineOperation({
    name: 'contact.get',
    safety: 'read',
    encode: (id: string) => ({ method: 'GET', ...pathOf('contacts', id) }),
    decode: plunkContact,
  }),
  'contact.list': defineOperation({
    name: 'contact.list',
    safety: 'read',
    encode: (filter: Listing<ContactFilter>) => convertToPlunkContactList(filter),
    decode: plunkContactPage,
  }),
  'contact.update': defineOperation({
    name: 'contact.update',
    safety: 'idempotent',
    encode: ({ id, changes }: { readonly id: string; readonly changes: ContactChanges }) => ({
      method: 'PATCH',
      ...pathOf('contacts', id),
      json: convertToPlunkContact(changes),
    }),
    decode: plunkContact,
    isAccepted: provesWrite,
  }),
  'contact.delete': defineOperation({
    name: 'contact.delete',
    safety: 'idempotent',
    encode: (id: string) => ({ method: 'DELETE', ...pathOf('contacts', id) }),
    decode: nothing,
    isAccepted: provesDelete,
  }),
};
