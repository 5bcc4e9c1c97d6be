import { collectLeaks } from '@org/core/testing';
import { describe, expect, it } from 'vitest';
import { authorizationFailure } from './authorization-error.ts';
import { readToken } from './read-token.ts';

// The vendor's documentation for private-foobar; the secret of the encrypted channel is pusher's own.
const key = '278d425bdf160c739803';
const auth = `${key}:58df8b0c36d6982b82c3ecf6b4662e34fe8c25bba48f5369f135bf843651c3a4`;
const secret = 'Rp+JW0P1Y4Dbn8NPhcFo88FAzz3QPb3PZ646obzmrp4=';

const read = (channelName: string, token: unknown) =>
  readToken(token, { channelName, key, failure: authorizationFailure });

describe('the token of an encrypted channel', () => {
  it.each(['sharedSecret', 'shared_secret'])('keeps its %s', (name) => {
    expect(read('private-encrypted-orders', { auth, [name]: secret })).toEqual({
      auth,
      sharedSecret: secret,
    });
  });

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no text', 5],
    ['16 bytes', 'AAECAwQFBgcICQoLDA0ODw=='],
    ['base64 of URLs', secret.replace('+', '-')],
    ['too much', secret.repeat(10_000)],
    ['a line break', `${secret}\n`],
  ])('W2: %s is not a secret, and the error does not contain it', (_name, shared_secret) => {
    const refused = () => read('private-encrypted-orders', { auth, shared_secret });
    expect(refused).toThrow('shared_secret');
    try {
      refused();
    } catch (error) {
      expect(collectLeaks(error, [secret, auth])).toEqual([]);
    }
  });

  it('has nothing of it on other channels', () => {
    expect(read('private-foobar', { auth, shared_secret: secret })).toEqual({ auth });
  });
});
