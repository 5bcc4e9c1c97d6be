import { expect, it } from 'vitest';
import { RecipientRejectedError } from '../../model/errors.ts';
import { classifyReply } from './reply.ts';

it.each<[string, string, string]>([
  ['RCPT TO', '550 5.1.1 No such user', 'unknown-user'],
  ['RCPT TO', '550 5.1.2 Bad destination system', 'invalid-address'],
  ['RCPT TO', '553 5.1.3 Bad address syntax', 'invalid-address'],
  ['RCPT TO', '551 5.1.6 Moved', 'unknown-user'],
  ['RCPT TO', '551 User not local', 'unknown-user'],
  ['RCPT TO', '556 5.1.10 Null MX', 'invalid-address'],
  ['RCPT TO', '550 User unknown', 'unknown-user'],
  ['RCPT TO', '550 Requested action not taken', 'other'],
  ['RCPT TO', '553 Mailbox name not allowed', 'invalid-address'],
  ['RCPT TO', '552 5.2.2 Over quota', 'mailbox-full'],
  ['RCPT TO', '452 4.2.2 Mailbox full', 'mailbox-full'],
  ['RCPT TO', '452 Mailbox is full', 'mailbox-full'],
  ['RCPT TO', '450 4.2.1 Busy', 'other'],
  ['RCPT TO', '451 4.7.1 Greylisted', 'policy'],
  ['RCPT TO', '554 5.7.1 Refused by policy', 'policy'],
  ['RCPT TO', '554 5.7.1 Recipient address blocked', 'blocked'],
  ['DATA', '550 5.7.26 DMARC', 'policy'],
  ['DATA', '554 5.6.0 Content', 'spam-content'],
  ['DATA', '554 5.7.1 This looks like spam', 'spam-content'],
  ['DATA', '554 Transaction failed', 'other'],
])('%s, "%s": %s', (command, response, reason) => {
  const status = Number(response.slice(0, 3));
  const failure = classifyReply({ status, response, command }, { phase: 'envelope' });
  const error = new failure.type({ ...failure.extra, message: failure.message });
  expect(error).toMatchObject({ reason });
  expect(RecipientRejectedError.isInstance(error)).toBe(command === 'RCPT TO');
});
