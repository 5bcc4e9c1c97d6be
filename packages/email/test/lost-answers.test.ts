import { createEmailClient, type EmailMessage } from '@org/email';
import { plunk } from '@org/email/plunk';
import { smtp } from '@org/email/smtp';
import { describe, expect, it } from 'vitest';
import { startMailService } from '../../sandbox/src/mail/service/service.ts';
import { startScriptedSmtpServer } from './scripted-smtp-server.ts';

const sends = 100;

function* messages(): Generator<EmailMessage> {
  for (let index = 0; index < sends; index += 1) {
    yield { from: 'ann@acme.dev', to: `to-${index}@example.com`, subject: 'Hi', html: '<p>Hi</p>' };
  }
}

// No quota here: it would rightly end the repetitions of a client that never sees an answer.
const retry = { baseMs: 1, throttledBaseMs: 1, quota: false } as const;

describe('E5: a service that accepts the mail and loses the response', () => {
  it('with Plunk: every mail exactly once, and each reported as accepted', async () => {
    const service = await startMailService();
    const email = createEmailClient({
      driver: plunk({ apiKey: service.apiKey, baseUrl: service.apiUrl }),
      retry,
    });
    let accepted = 0;
    // One fault for the first attempt of each message; the second one finds the service as it should be.
    for (const message of messages()) {
      service.failNext({ where: 'after', drop: true });
      const { replayed, outcomes } = await email.send(message);
      if (replayed && outcomes[0]?.status === 'accepted') accepted += 1;
    }
    const recipients = service.mailbox.list().map(({ envelope }) => envelope.to[0]);
    await email.close();
    await service.close();
    expect([accepted, recipients.length, new Set(recipients).size]).toEqual([sends, sends, sends]);
  });

  it('with SMTP: every mail exactly once, and each reported as unknown', async () => {
    const server = await startScriptedSmtpServer({ acts: { final: 'cut' } });
    const email = createEmailClient({ driver: smtp({ host: '127.0.0.1', port: server.port }), retry });
    const outcomes: unknown[] = [];
    for await (const outcome of email.sendEach(messages()))
      outcomes.push(outcome.ok || outcome.error.outcome);
    await email.close();
    await server.close();
    expect(new Set(outcomes)).toEqual(new Set(['unknown']));
    expect([outcomes.length, server.messages.length]).toEqual([sends, sends]);
  });
});
