import { NetworkError } from '@org/core';
import { createEmailClient, type EmailCapabilities, type OnLossy } from '@org/email';
import { failover, weighted } from '@org/email/failover';
import { describe, expect, it, vi } from 'vitest';
import type { EmailDriver } from '../src/driver/email-driver.ts';
import { type Answer, acceptAll, batchDriver } from './batch-stage.ts';

const message = {
  from: 'ann@acme.dev',
  to: 'bob@example.com',
  subject: 'Hi',
  html: '<p>Hi</p>',
  text: 'Hi',
  headers: { 'X-One': 'a' },
  tags: ['spring', 'news'],
  replyTo: ['a@acme.dev', 'b@acme.dev'],
  metadata: { order: '1' },
  messageId: 'order-7@acme.dev',
};
const given = ['text', 'replyTo', 'headers', 'tags', 'metadata', 'messageId'];

type Can = EmailCapabilities['message'];

const all: Partial<Can> = {
  text: 'alone',
  replyTo: 'many',
  headers: true,
  tags: true,
  metadata: true,
  messageId: true,
};
const none: Partial<Can> = {
  text: 'none',
  replyTo: 'one',
  headers: false,
  tags: false,
  metadata: false,
  messageId: false,
};
const unreachable: Answer = async () => {
  throw new NetworkError({ message: 'no', outcome: 'not-sent' });
};

function member(name: string, can: Partial<Can>, answer: Answer = acceptAll) {
  const { driver, requests } = batchDriver(answer, {}, name);
  const { capabilities } = driver;
  const own = { ...driver, capabilities: { ...capabilities, message: { ...capabilities.message, ...can } } };
  return { driver: own as EmailDriver, requests };
}

const clientOf = (driver: EmailDriver, onLossy: OnLossy = 'allow') => createEmailClient({ driver, onLossy });

describe('losses of a message that one of several services sends', () => {
  it.each<[string, Answer, string, readonly string[]]>([
    ['of the first, which carries all', acceptAll, 'rich', []],
    ['of the second, after the first failed', unreachable, 'poor', given],
  ])('are those %s', async (_of, answer, provider, fields) => {
    const rich = member('rich', all, answer);
    const poor = member('poor', none);
    const result = await clientOf(failover([rich.driver, poor.driver])).send(message);
    expect(result.provider).toBe(provider);
    expect(result.lossy.map(({ field }) => field)).toEqual(fields);
    const [sent] = (provider === 'rich' ? rich : poor).requests.flatMap(({ messages }) => messages);
    const isCarried = provider === 'rich';
    expect([sent?.headers.length, sent?.tags.length, sent?.replyTo.length, sent?.text]).toEqual(
      isCarried ? [1, 2, 2, 'Hi'] : [0, 0, 1, undefined],
    );
  });

  it('are not those of a poor first service that did not send the mail', async () => {
    const [poor, rich] = [member('poor', none, unreachable), member('rich', all)];
    const { lossy, provider } = await clientOf(failover([poor.driver, rich.driver])).send(message);
    expect([provider, lossy]).toEqual(['rich', []]);
  });

  it('are those of a composition within another, and of a weighted one', async () => {
    const inner = failover([member('rich', all, unreachable).driver, member('poor', none).driver]);
    const outer = failover([inner, member('rich too', all).driver]);
    const byWeight = weighted([{ driver: member('poor', none).driver, weight: 1 }]);
    for (const driver of [outer, byWeight] as EmailDriver[])
      expect((await clientOf(driver).send(message)).lossy.map(({ field }) => field)).toEqual(given);
  });

  it('are those of each message of a run and of a batch', async () => {
    const client = clientOf(failover([member('rich', all, unreachable).driver, member('poor', none).driver]));
    const outcomes = await client.sendBatch([message, { ...message, to: 'cat@example.com' }]);
    for await (const outcome of client.sendEach([message])) outcomes.push(outcome);
    expect(outcomes.map((each) => each.ok && each.result.lossy.map(({ field }) => field))).toEqual(
      Array(3).fill(given),
    );
  });

  it('are reported once for a message of several mails', async () => {
    const client = clientOf(failover([member('poor', none).driver]));
    const { lossy, outcomes } = await client.send({ ...message, to: ['a@example.com', 'b@example.com'] });
    expect([outcomes.length, lossy.map(({ field }) => field)]).toEqual([2, given]);
  });

  it('are warnings about the service that sent the mail', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    try {
      const drivers = [member('rich', all, unreachable).driver, member('poor', none).driver];
      await clientOf(failover(drivers), 'warn').send(message);
      const texts = warn.mock.calls.map(([text]) => String(text));
      expect(texts.map((text) => /poor cannot carry `(\w+)`/.exec(text)?.[1])).toEqual(given);
    } finally {
      warn.mockRestore();
    }
  });

  it('are an error before anything is sent where one service has them, unless they are allowed', async () => {
    const rich = member('rich', all);
    const client = clientOf(failover([rich.driver, member('poor', none).driver]), 'error');
    await expect(client.send(message)).rejects.toMatchObject({ code: 'unsupported', outcome: 'not-sent' });
    expect(rich.requests).toEqual([]);
  });

  it('that are harmless are reported for the service that sent the mail', async () => {
    const visible = member('visible', { ...all, metadata: 'visible' });
    const rich = member('rich', all);
    const lossyOf = async (...drivers: EmailDriver[]) =>
      (await clientOf(failover(drivers), 'error').send(message)).lossy.map(({ field }) => field);
    expect(await lossyOf(rich.driver, visible.driver)).toEqual([]);
    expect(await lossyOf(visible.driver, rich.driver)).toEqual(['metadata']);
  });
});
