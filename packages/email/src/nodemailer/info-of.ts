import type { LossyMapping } from '../model/fit/lossy.ts';
import type { RecipientOutcome, SendResult } from '../model/send-result.ts';
import type { MailEnvelope } from './nodemailer-mail.ts';

/** What `sendMail` resolves with: nodemailer's fields, and what only we know. @public */
export interface NodemailerInfo {
  /** The addresses that were used. */
  readonly envelope: { readonly from: string | false; readonly to: string[] };
  /** The service's id of the mail, to find it in its events; else the `Message-ID`. */
  readonly messageId: string;
  /** The service accepted the mail for them, which is not delivery. */
  readonly accepted: string[];
  /** The service surely did not accept the mail for them: see `outcomes` for the reason. */
  readonly rejected: string[];
  /** Whether the service accepted the mail for them is not known. */
  readonly pending: string[];
  /** The service's own words. */
  readonly response: string;
  /** Which service accepted the mail. */
  readonly provider: string;
  /** What could not be carried as it was: fields of nodemailer, and losses that `onLossy` allows. */
  readonly lossy: readonly LossyMapping[];
  /** One for each recipient. */
  readonly outcomes: readonly RecipientOutcome[];
}

const namesOf: Readonly<Record<RecipientOutcome['status'], 'accepted' | 'rejected' | 'pending'>> = {
  accepted: 'accepted',
  scheduled: 'accepted',
  validated: 'accepted',
  suppressed: 'rejected',
  rejected: 'rejected',
  unknown: 'pending',
};

export function infoOf(result: SendResult, envelope: MailEnvelope, messageId: string): NodemailerInfo {
  const { outcomes, provider, lossy, response = '' } = result;
  const those = (name: 'accepted' | 'rejected' | 'pending') =>
    outcomes.filter(({ status }) => namesOf[status] === name).map(({ recipient }) => recipient);
  return {
    envelope: { from: envelope.from ?? false, to: [...envelope.to] },
    messageId: result.messageId ?? messageId,
    accepted: those('accepted'),
    rejected: those('rejected'),
    pending: those('pending'),
    response,
    provider,
    lossy,
    outcomes,
  };
}
