import { headerLines, headerOfMail, type InboundForm } from '../../kit.ts';
import { topicArn } from './events.ts';
import { signSns } from './sns.ts';

/** docs.aws.amazon.com/ses, "Contents of notifications": the action SNS, whose topic signs. */
export const sesInbound: InboundForm = {
  write: async ({ id, recipient, sender, raw, parsed, at }, { now, origin }) => {
    const timestamp = new Date(at).toISOString();
    const values = (name: string) =>
      parsed.headers.flatMap((each) => (each.name === name ? [each.value] : []));
    const passed = { status: 'PASS' };
    const received = {
      notificationType: 'Received',
      mail: {
        timestamp,
        source: sender,
        messageId: id,
        destination: [recipient],
        headersTruncated: false,
        headers: headerLines(parsed).map(([name, value]) => ({ name, value })),
        commonHeaders: {
          returnPath: sender,
          from: values('from'),
          date: headerOfMail(parsed, 'date'),
          to: values('to'),
          messageId: headerOfMail(parsed, 'message-id'),
          subject: parsed.subject,
        },
      },
      receipt: {
        timestamp,
        processingTimeMillis: 1,
        recipients: [recipient],
        spamVerdict: passed,
        virusVerdict: passed,
        spfVerdict: passed,
        dkimVerdict: { status: 'GRAY' },
        dmarcVerdict: { status: 'GRAY' },
        action: { type: 'SNS', topicArn, encoding: 'BASE64' },
      },
      content: Buffer.from(raw).toString('base64'),
    };
    const message = await signSns({
      Type: 'Notification',
      MessageId: id,
      TopicArn: topicArn,
      Subject: 'Amazon SES Email Receipt Notification',
      Message: JSON.stringify(received),
      Timestamp: new Date(now).toISOString(),
    });
    return {
      body: JSON.stringify({ ...message, SigningCertURL: `${origin}/sns/SimpleNotificationService.pem` }),
      headers: { 'content-type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': 'Notification' },
    };
  },
};
