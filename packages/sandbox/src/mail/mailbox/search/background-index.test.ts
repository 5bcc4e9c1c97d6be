import { expect, it } from 'vitest';
import { createBackgroundIndex } from './background-index.ts';

it('reports a message that cannot be indexed, and goes on with the others', async () => {
  const failures: unknown[] = [];
  const asked: string[] = [];
  const error = new Error('no message');
  const index = createBackgroundIndex(
    (id) => {
      asked.push(id);
      if (id === 'bad') throw error;
      return undefined;
    },
    (...failure) => failures.push(failure),
  );
  const messages = ['bad', 'good'].map((id) => ({ id })) as unknown as Parameters<typeof index.add>[0];
  index.add(messages);
  await expect.poll(() => index.waiting).toBe(0);
  expect(asked).toEqual(['bad', 'good']);
  expect(failures).toEqual([['The index of the mail', error]]);
  index.close();
});
