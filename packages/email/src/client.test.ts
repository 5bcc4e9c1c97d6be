import { createEmailClient } from '@org/email';
import { plunk } from '@org/email/plunk';
import { expect, it } from 'vitest';

it.each([
  ['nothing', undefined],
  ['no driver', {}],
  ['the factory instead of what it makes', { driver: plunk }],
  ['a name', { driver: 'plunk' }],
])('says how a driver is given, for %s', (_what, options) => {
  expect(() => createEmailClient(options as never)).toThrow(
    expect.objectContaining({ code: 'configuration', message: expect.stringContaining('driver: plunk()') }),
  );
});

it('refuses an unknown value of onLossy', () => {
  const options = { driver: plunk({ apiKey: 'sk_1234567890' }), onLossy: 'ignore' };
  expect(() => createEmailClient(options as never)).toThrow(
    expect.objectContaining({ code: 'configuration', message: expect.stringContaining('onLossy') }),
  );
});
