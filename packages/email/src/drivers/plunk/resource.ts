import { defineOperation, type HttpRequest, type Schema } from '@org/core';
import type { Change } from '../../driver.ts';
import { provesDelete, provesWrite } from './decode.ts';

export type Collection = 'contacts' | 'templates';

/** The path to one resource of a collection, or below it. */
export function pathOf(collection: Collection, id: string, below = ''): Pick<HttpRequest, 'path' | 'params'> {
  return { path: `/${collection}/{id}${below}`, params: { id } };
}

/** `GET /contacts/:id`, and the same of templates. */
export const getById = <Item>(name: string, collection: Collection, decode: Schema<Item>) =>
  defineOperation({
    name,
    safety: 'read',
    encode: (id: string) => ({ method: 'GET', ...pathOf(collection, id) }),
    decode,
  });

/** `PATCH /contacts/:id`, and the same of templates. */
export const updateById = <Changes, Item>(
  name: string,
  collection: Collection,
  toJson: (changes: Changes) => object,
  decode: Schema<Item>,
) =>
  defineOperation({
    name,
    safety: 'idempotent',
    encode: ({ id, changes }: Change<Changes>) => ({
      method: 'PATCH',
      ...pathOf(collection, id),
      json: toJson(changes),
    }),
    decode,
    isAccepted: provesWrite,
  });

/** `DELETE /contacts/:id`, and the same of templates. */
export const deleteById = (name: string, collection: Collection) =>
  defineOperation({
    name,
    safety: 'idempotent',
    encode: (id: string) => ({ method: 'DELETE', ...pathOf(collection, id) }),
    isAccepted: provesDelete,
  });
