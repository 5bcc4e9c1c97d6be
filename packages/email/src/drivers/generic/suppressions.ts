import type { Classify } from '@org/core';
import { defineRequest } from '@org/core/driver';
import {
  cannotCarry,
  refuseFields,
  type Suppression,
  type SuppressionFilter,
  type SuppressionInput,
  type SuppressionReason,
} from '../../driver.ts';
import { createClassify } from './errors.ts';
import { isMissing, provesWrite } from './evidence.ts';
import { pageQuery, readItem, readPage } from './items.ts';
import { bodyOf, valueAt, within } from './paths.ts';
import type { GenericSuppressions } from './store-table.ts';
import type { GenericService } from './table.ts';

/** Requests of `suppressions`; an address is its own id. */
export function suppressionOperations(service: GenericService, store: GenericSuppressions) {
  return { ...reads(service, store), ...writes(service, store) };
}

const item = ({ path }: GenericSuppressions, email: string) => ({
  path: `${path}/{email}`,
  params: { email },
});

function readSuppression(wire: unknown, where: string, store: GenericSuppressions): Suppression {
  const { reason: word, ...stored } = readItem<Suppression>(wire, store.fields, ['email'], where);
  const known = Object.entries(store.reasons ?? {}).find(([, text]) => text === String(word));
  const reason = (known?.[0] ?? 'other') as SuppressionReason;
  return { ...stored, reason, scope: 'account', removable: true };
}

/** @throws UnsupportedError for a reason that the table does not have */
function wordOf(reason: SuppressionReason | undefined, name: string, store: GenericSuppressions) {
  if (reason === undefined) return undefined;
  const word = store.reasons?.[reason];
  if (word !== undefined && store.fields.reason !== undefined) return word;
  throw cannotCarry(name, 'reason', 'is not one of `reasons` in the table of the service');
}

function reads(service: GenericService, store: GenericSuppressions) {
  const { path, item: itemPath = '', filters = {} } = store;
  const { name } = service;
  const { reason: reasonParameter } = filters;
  const classify = createClassify(service);
  // An address that is not on the list is an answer, and no failure.
  const classifyCheck: Classify = (response, context) =>
    isMissing(response, service) ? undefined : classify(response, context);
  return {
    'suppression.check': defineRequest({
      safety: 'read',
      classify: classifyCheck,
      encode: (email: string) => ({ method: 'GET', ...item(store, email) }),
      decode: (response): readonly Suppression[] =>
        response.status === 404 ? [] : [readSuppression(valueAt(response.json(), itemPath), itemPath, store)],
    }),
    'suppression.list': defineRequest({
      safety: 'read',
      encode: (filter: SuppressionFilter) => {
        refuseFields(name, filter, ['scopeId', 'from', 'to']);
        if (reasonParameter === undefined) refuseFields(name, filter, ['reason']);
        const reason = wordOf(filter.reason, name, store);
        const query = reason === undefined ? {} : { [`${reasonParameter}`]: reason };
        return { method: 'GET', path, query: { ...query, ...pageQuery(filter, store.paging) } };
      },
      decode: (response, filter) =>
        readPage(response, filter, store, (wire, where) => readSuppression(wire, where, store)),
    }),
  };
}

function writes(service: GenericService, store: GenericSuppressions) {
  const { name } = service;
  const { path, fields, item: itemPath = '' } = store;
  return {
    'suppression.add': defineRequest({
      safety: 'idempotent',
      encode: (input: SuppressionInput) => {
        refuseFields(name, input, ['scopeId']);
        const json = bodyOf([
          [fields.email, input.email],
          [fields.reason, wordOf(input.reason, name, store)],
        ]);
        return { method: 'POST', path, json };
      },
      isAccepted: (response) => provesWrite(response, service, within(itemPath, fields.email)),
    }),
    'suppression.remove': defineRequest({
      safety: 'idempotent',
      encode: (input: SuppressionInput) => {
        refuseFields(name, input, ['scopeId', 'reason']);
        return { method: 'DELETE', ...item(store, input.email) };
      },
      isAccepted: (response) => provesWrite(response, service, within(itemPath, fields.email)),
    }),
  };
}
