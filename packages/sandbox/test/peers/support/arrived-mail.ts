import type { MailService } from '../../../src/mail/service/service.ts';

/** A mail with the id `arrived` and one file, as if it had come over SMTP. */
export async function deliverArrived({ mailbox }: MailService): Promise<void> {
  const file = 'Content-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nabc';
  const head = 'From: ann@example.com\r\nTo: in@acme.dev\r\nSubject: Arrived';
  const raw = `${head}\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n${file}\r\n--x--\r\n`;
  const envelope = { from: 'ann@example.com', to: ['in@acme.dev'] };
  await mailbox.deliver({ id: 'arrived', via: 'smtp', envelope, raw: Buffer.from(raw) });
}
