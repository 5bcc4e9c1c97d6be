import { expect, it } from 'vitest';
import { redactAddresses } from './redact-addresses.ts';

const local = 'l'.repeat(64);

it.each([
  ['Unknown user bob@example.com.', 'Unknown user [address]'],
  [`<${local}@example.com>: no such mailbox`, '<[address]>: no such mailbox'],
  ['a@b.dev and "c d"@e.dev, f@g.dev', '[address] and [address], [address]'],
  ['no address @ all', 'no address @ all'],
])('hides the addresses in %s', (text, expected) => {
  expect(redactAddresses(text)).toBe(expected);
});
