/** A refusal of the account: a used-up limit, a stop, a missing permission, or an unverified sender. */
export type AccountMeaning = 'quota' | 'suspended' | 'access' | 'unverified';

type AccountWords = readonly [words: RegExp, means: AccountMeaning, only?: 'mail'];

/**
 * The words of services about the account. Those with `mail` are about a mailbox where they answer for one
 * recipient. Their sources are in `test/answers/fixtures`.
 */
export const accountWords: readonly AccountWords[] = [
  // Gmail, Microsoft 365, SES, SendGrid; hosts with Postfix, Exim (cPanel) or qmail.
  [/\bdaily (?:\w+ ){1,4}(?:limit|quota)\b|\b24-hour sending limit|\bmessages per day\b/i, 'quota'],
  [/\b(?:submission|relay) quota|SubmissionQuota|Rejection- Quota Exceeded/i, 'quota'],
  [/\bsending limit\b|\boutgoing limits\b|\brelay limit exceeded\b|\bmessaging limits\b/i, 'quota'],
  [/\bmax (?:e-?mails|defers and failures) per (?:hour|day)\b/i, 'quota'],
  [/\b(?:hour|recipient|request|bytes) limit\b|\be-?mail quota\b/i, 'quota', 'mail'],
  // Microsoft 365, cPanel, SES, SMTP2GO, Mailgun, Brevo.
  [/\bbad outbound sender\b|\btenant has exceeded\b|\boutgoing mail from .{0,80}suspended\b/i, 'suspended'],
  [/\bsending (?:for the account )?(?:is )?(?:paused|suspended)\b/i, 'suspended'],
  [/\byour account (?:is|ha[sd] been) (?:suspended|disabled|blocked)\b/i, 'suspended'],
  [/\bactivate your Mailgun account\b/i, 'suspended'],
  [/\baccount is (?:not yet activated|suspended|disabled|on probation)\b/i, 'suspended', 'mail'],
  // IAM of SES; the trials of Mailgun, and its domains for tests.
  [/\bAccess denied: User\b|\bfree accounts are for test\b/i, 'access'],
  [/\bsandbox subdomains are for test\b/i, 'unverified'],
  [/\b(?:not|must be|a) verified\b|\bunverified\b|\bverify the (?:sender )?domain\b/i, 'unverified', 'mail'],
];

export function accountMeaning(words: string): AccountMeaning | undefined {
  return accountWords.find(([pattern]) => pattern.test(words))?.[1];
}
