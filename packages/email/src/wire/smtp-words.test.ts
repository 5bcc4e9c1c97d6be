import { expect, it } from 'vitest';
import { smtpReplyIn } from './smtp-words.ts';

it.each([
  ['smtp;550 5.1.1 No such user', '550', '5.1.1'],
  ['smtp; 550-5.7.26 unauthenticated', '550', '5.7.26'],
  ['Remote server replied (550 5.7.1 blocked)', '550', '5.7.1'],
  ['"450 4.2.2 mailbox full"', '450', '4.2.2'],
  ['host mx.example.com said: <452 4.5.3>', '452', '4.5.3'],
  ['error [5.4.4] of 10.550.1', undefined, '5.4.4'],
  ['version 4.3.2.1', undefined, undefined],
])('%s', (words, smtpCode, enhancedCode) => {
  expect(smtpReplyIn(words)).toEqual({
    diagnostic: words,
    ...(smtpCode && { smtpCode }),
    ...(enhancedCode && { enhancedCode }),
  });
});
