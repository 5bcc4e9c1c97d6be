import { checkTimestamp, utf8, verifyHmac } from '@org/core/webhooks';
import { ownValue, type Verdict, type VerifyContext } from '../../../driver.ts';

/** Verifies the fields `timestamp`, `token` and `signature`. */
export async function verifySigned(signed: unknown, { secrets, ...times }: VerifyContext): Promise<Verdict> {
  const [timestamp, token] = [textOf(ownValue(signed, 'timestamp')), textOf(ownValue(signed, 'token'))];
  const signature = textOf(ownValue(signed, 'signature'));
  if (!/^\d{1,12}$/.test(timestamp) || token === '' || signature === '')
    return { genuine: false, problem: 'its body has no signature.' };
  const bytes = utf8(timestamp + token);
  if (!(await verifyHmac({ secrets, bytes, signature, encoding: 'hex' })))
    return { genuine: false, problem: 'its signature is not valid.' };
  if (!checkTimestamp({ timestampMs: Number(timestamp) * 1_000, ...times }))
    return { genuine: false, problem: 'its timestamp is not recent.', stale: true };
  // Timestamp and token share no boundary: only both together identify a webhook.
  return { genuine: true, id: `${timestamp}${token}` };
}

/** Older webhooks have the timestamp as a number. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
