import { ResponseFormatError, type ServiceResponse } from '@org/core';
import { readJson } from '../../driver.ts';
import * as z from '../../wire/schema.ts';

/** The sending quota and the state of an SES account in one region. @public */
export interface SesAccount {
  /** Recipients in 24 hours; `undefined` when unlimited. */
  readonly max24HourSend?: number | undefined;
  /** Recipients a second: for the option `maxSendRate`. */
  readonly maxSendRate: number;
  readonly sentLast24Hours: number;
  readonly sendingEnabled: boolean;
  /** `false` in the SES sandbox, where recipients need to be verified, too. */
  readonly productionAccess: boolean;
  /** SES's own word: `HEALTHY`, `PROBATION` or `SHUTDOWN`. */
  readonly enforcementStatus?: string | undefined;
}

const quota = z.object({ Max24HourSend: z.number(), MaxSendRate: z.number(), SentLast24Hours: z.number() });
const account = z.object({
  SendQuota: quota,
  SendingEnabled: z.boolean(),
  ProductionAccessEnabled: z.boolean(),
  EnforcementStatus: z.optionalText(),
});

export function readAccount(response: ServiceResponse): SesAccount {
  const body = readJson(account, response.json());
  if (body === undefined)
    throw new ResponseFormatError({ message: 'The account of SES is not in the documented form.' });
  const { Max24HourSend, MaxSendRate, SentLast24Hours } = body.SendQuota;
  return {
    ...(Max24HourSend === -1 ? {} : { max24HourSend: Max24HourSend }),
    maxSendRate: MaxSendRate,
    sentLast24Hours: SentLast24Hours,
    sendingEnabled: body.SendingEnabled,
    productionAccess: body.ProductionAccessEnabled,
    ...(body.EnforcementStatus == null ? {} : { enforcementStatus: body.EnforcementStatus }),
  };
}
