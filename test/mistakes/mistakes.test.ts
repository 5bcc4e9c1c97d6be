import { isOrgError } from '@org/core';
import { afterAll, describe, expect, it } from 'vitest';
import { closeAll, type Mistake, mistakes } from './mistakes.ts';

afterAll(closeAll);

describe('mistakes from the questions of users are answered with the name of the mistake', () => {
  it.each(mistakes)('$what', async ({ call, answer }) => {
    const error = await failureOf(call);
    expect(error).toSatisfy(isOrgError);
    expect(error).toMatchObject({ outcome: 'not-sent', message: expect.stringMatching(answer) });
    expect(String(error)).not.toContain('s3cr3t');
  });

  // For people: `vitest run --project repository test/mistakes -u` writes it again.
  it('answers.txt has every answer, word for word', async () => {
    const answers: string[] = [];
    for (const { what, call } of mistakes) answers.push(`${what}\n  ${String(await failureOf(call))}\n`);
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
