import { expect, it } from 'vitest';
import { MessageContent } from './message-content.ts';
import { readTags } from './tags.ts';

const tagsOfHeader = (value: string) => {
  const raw = Buffer.from(`From: ann@acme.dev\r\nTo: bob@example.com\r\nX-Tags: ${value}\r\n\r\nx`);
  const envelope = { from: 'ann@acme.dev', to: ['bob@example.com'] };
  return readTags({ envelope }, new MessageContent(raw).tagged);
};

it('reads the tags of a header with encoded words, which programs send for quotes', () => {
  expect(tagsOfHeader('order, big one')).toEqual(['big one', 'order']);
  expect(tagsOfHeader('=?UTF-8?Q?order=2C_=22big_one=22?=')).toEqual(['big one', 'order']);
  expect(tagsOfHeader('=?UTF-8?B?b3JkZXIsIGJpZyBvbmU=?=')).toEqual(['big one', 'order']);
});

it('reads a hostile header quickly', () => {
  const startedAt = process.cpuUsage();
  tagsOfHeader('=?a?b?'.repeat(20_000));
  expect(process.cpuUsage(startedAt).user).toBeLessThan(2_000_000);
});
