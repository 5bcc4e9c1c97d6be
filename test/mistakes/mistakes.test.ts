import { isOrgError } from '@org/core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Mistake } from './mistake.ts';
import { closeAll, mistakes } from './mistakes.ts';

afterAll(closeAll);

describe('mistakes from the questions of users are answered with the name of the mistake', () => {
  it('there are a hundred different ones', () => {
    expect(new Set(mistakes.map(({ what }) => what)).size).toBe(mistakes.length);
    expect(mistakes.length).toBeGreaterThanOrEqual(100);
  });

  it.each(mistakes)('$what', async ({ call, answer }) => {
    const error = await failureOf(call);
    expect(error).toSatisfy(isOrgError);
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringMatching(answer) });
    expect(String(error)).not.toContain('s3cr3t');
  });

  // For people: `vitest run --project repository test/mistakes -u` writes it again.
  it('answers.txt has every answer, word for word', async () => {
    const answers: string[] = [];
    for (const { what, call } of mistakes) {
      const text = String(await failureOf(call)).replace(/127\.0\.0\.1:\d{2,}/g, '127.0.0.1:port');
      answers.push(`${what}\n  ${text}\n`);
    }
    await expect(answers.join('\n')).toMatchFileSnapshot('answers.txt');
  });
});

async function failureOf(call: Mistake['call']): Promise<unknown> {
  try {
    return await (async () => call())();
  } catch (error) {
    return error;
  }
}
