import { createEmailClient } from '@org/email';
import { smtp } from '@org/email/smtp';
import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllEnvs());

it('the error of a missing password names the option, before anything connects', async () => {
  for (const name of [
    'SMTP_PASSWORD',
    'SMTP_PASSWORD_FILE',
    'EMAIL_SMTP_PASSWORD',
    'EMAIL_SMTP_PASSWORD_FILE',
  ])
    vi.stubEnv(name, undefined);
  await using email = createEmailClient({ driver: smtp({ host: 'smtp.invalid', user: 'mailer' }) });
  const message = { from: 'ann@acme.dev', to: 'bob@example.com', subject: 'Hi', text: 'Hi' };
  await expect(email.send(message)).rejects.toMatchObject({
    code: 'credential',
    message: expect.stringMatching(/SMTP_PASSWORD.*or pass password\.$/),
  });
});
