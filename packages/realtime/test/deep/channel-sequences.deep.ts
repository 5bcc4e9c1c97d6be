import fc from 'fast-check';
import { it } from 'vitest';
import { runSequence, sequences } from '../channel-sequences.ts';

it('W5: client and server agree after any of 100 000 commands in sequences', {
  timeout: 600_000,
}, async () => {
  let commands = 0;
  const property = fc.asyncProperty(sequences(100), async (sequence) => {
    commands += sequence.length;
    await runSequence(sequence);
  });
  while (commands < 100_000) await fc.assert(property, { numRuns: 100, endOnFailure: true });
});
