import { defineRequest } from '@org/core/driver';
import { ownValue, refuseFields } from '../../driver.ts';
import type { SuppressionInput } from '../../resources.ts';
import { suppressionsAt } from '../../tables/index.ts';
import { deniedReasons } from './errors.ts';
import { sendRequest } from './send-request.ts';

export { classify } from './errors.ts';
export { webhookScheme } from './webhooks.ts';

export const operations = {
  send: sendRequest,
  // The denylist has at most 1000 entries and no pages, so that only one address is looked up.
  'suppression.check': defineRequest({
    safety: 'read',
    encode: (email: string) => ({ method: 'POST', path: '/rejects/list', json: { email } }),
    decode: suppressionsAt('', {
      email: 'email',
      reason: 'reason',
      description: 'detail',
      createdAt: 'created_at',
      reasons: deniedReasons,
    }),
  }),
  'suppression.add': change('/rejects/add', (json) => ownValue(json, 'added') === true),
  // `false`: there was none.
  'suppression.remove': change('/rejects/delete', (json) => typeof ownValue(json, 'deleted') === 'boolean'),
};

function change(path: `/${string}`, isProof: (json: unknown) => boolean) {
  return defineRequest({
    safety: 'idempotent',
    encode: ({ email, ...others }: SuppressionInput) => {
      refuseFields('mandrill', others, ['reason', 'scopeId']);
      return { method: 'POST', path, json: { email } };
    },
    isAccepted: (response) => isProof(response.json()),
  });
}
