import { expect, it } from 'vitest';
import { toSandboxOptions } from './start-options.ts';

it('takes a relay on this machine, and refuses one elsewhere before the start', () => {
  const relay = 'smtp://127.0.0.1:2525';
  expect(toSandboxOptions({ relay }).mail).toMatchObject({ relay });
  expect(() => toSandboxOptions({ relay: 'smtp://mail.example.com' })).toThrow(
    '--relay: The relay must be on this machine',
  );
  expect(() => toSandboxOptions({ relay, 'no-mail': true })).toThrow('--relay cannot be combined');
});
