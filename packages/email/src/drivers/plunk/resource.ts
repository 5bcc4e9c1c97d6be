import type { Schema } from '@org/core';
import { defineRequest } from '@org/core/driver';
import { type Change, type ItemPath, itemRequest } from '../../driver.ts';
import { provesWrite } from './decode.ts';

export const patchItem = <Changes, Item>(
  path: ItemPath,
  toJson: (changes: Changes) => object,
  decode: Schema<Item>,
) =>
  defineRequest({
    safety: 'idempotent',
    encode: ({ id, changes }: Change<Changes>) => itemRequest('PATCH', path, id, toJson(changes)),
    decode,
    isAccepted: provesWrite,
  });
