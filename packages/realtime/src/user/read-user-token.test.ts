import { isOrgError } from '@org/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorizationFailure } from '../auth/authorization-error.ts';
import { readToken } from '../auth/read-token.ts';
import { readUserToken } from './read-user-token.ts';
import { signInFailure } from './sign-in-context.ts';

const key = '278d425bdf160c739803';
const names = ['private-a', 'presence-a', 'private-encrypted-a'];

const part = fc.oneof(
  fc.anything(),
  fc.constantFrom(`${key}:ab`, 'other:ab', '{"id":"u1"}', '{"user_id":"u1"}'),
);
const token = fc.oneof(
  fc.anything(),
  fc.record(
    { auth: part, user_data: part, userData: part, channel_data: part, shared_secret: part },
    { requiredKeys: [] },
  ),
);

describe('W2: a token of any shape', () => {
  it('is a checked token of this app, or a typed error', () => {
    fc.assert(
      fc.property(token, fc.constantFrom(...names), (value, channelName) => {
        for (const read of [
          () => readUserToken(value, key, signInFailure),
          () => readToken(value, { channelName, key, failure: authorizationFailure }),
        ]) {
          try {
            expect(read().auth).toMatch(/^278d425bdf160c739803:[0-9a-f]+$/);
          } catch (error) {
            expect(isOrgError(error) && ['sign-in', 'channel-authorization'].includes(error.code)).toBe(true);
          }
        }
      }),
    );
  });

  it('keeps the signed text as it is', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.json(), (id, info) => {
        const userData = `{ "id": ${JSON.stringify(id)}, "user_info": ${info} }`;
        const read = readUserToken({ auth: `${key}:ab`, userData }, key, signInFailure);
        expect(read).toMatchObject({ userData, id });
        expect(read.info ?? null).toEqual(JSON.parse(info));
      }),
    );
  });
});
