// The official SDKs in Python, against the doors. Their operations run in one process of Python each.
import { describe, expect, it } from 'vitest';
import { obtain } from '../../../routing/test/peers/support/obtain.ts';
import { startMailService } from '../../src/mail/service/service.ts';
import { deliverArrived } from './support/arrived-mail.ts';
import { installPythonSdk } from './support/python-sdks.ts';

const sdks = [
  { door: 'resend', requirement: 'resend==2.52.0', script: 'sdk_resend', answered: 86 },
  { door: 'mailersend', requirement: 'mailersend==2.2.0', script: 'sdk_mailersend', answered: 69 },
  { door: 'sendgrid', requirement: 'sendgrid==6.12.5', script: 'sdk_sendgrid', answered: 20 },
  { door: 'brevo', requirement: 'brevo-python==5.1.0', script: 'sdk_brevo', answered: 69 },
  { door: 'elasticemail', requirement: 'ElasticEmail==4.4.0', script: 'sdk_elasticemail', answered: 79 },
  { door: 'mailjet', requirement: 'mailjet-rest==1.9.1', script: 'sdk_mailjet', answered: 56 },
  { door: 'postmark', requirement: 'postmarker==1.0', script: 'sdk_postmarker', answered: 53 },
];

describe.each(sdks)('$requirement', async ({ door, requirement, script, answered }) => {
  const ask = await obtain(requirement, () => installPythonSdk(requirement, script));

  it.skipIf(ask === undefined)('every operation is answered, or has no door', async () => {
    const service = await startMailService({ rateLimit: false });
    try {
      await deliverArrived(service);
      const { url = '', apiKey = '' } = service.services[door] ?? {};
      const report = await ask?.(url, apiKey);
      const { all = [], done = [], absent = [], failed } = report ?? {};
      console.info(`${requirement}: operations: ${done.length} of ${all.length - absent.length} answered`);
      expect(failed).toEqual({});
      expect(all.filter((name) => !done.includes(name) && !absent.includes(name))).toEqual([]);
      expect(done.length).toBe(answered);
    } finally {
      await service.close();
    }
  });
});
