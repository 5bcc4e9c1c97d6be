import { OrgError, type OrgErrorFields } from '../errors/org-error.ts';

/** The webhook is not from the service, or not recent. Respond with `responseStatus`. @public */
export class WebhookSignatureError extends OrgError {
  static override readonly family: string = 'WebhookSignatureError';
  declare readonly code: 'webhook-signature';
  /** The status to respond with. @defaultValue 401 */
  declare readonly responseStatus: number;

  constructor(fields: OrgErrorFields & { readonly responseStatus?: number | undefined }) {
    const { responseStatus = 401 } = fields;
    super({ ...fields, responseStatus } as OrgErrorFields);
  }
}

/** The webhook is genuine, and was handled before. Respond with 200. @public */
export class WebhookReplayedError extends OrgError {
  static override readonly family: string = 'WebhookReplayedError';
  declare readonly code: 'webhook-replayed';
  /** The status to respond with: the service is done. */
  readonly responseStatus = 200;
}

/** The webhook is genuine, and an earlier delivery of it is being handled. Respond with 503. @public */
export class WebhookRunningError extends OrgError {
  static override readonly family: string = 'WebhookRunningError';
  declare readonly code: 'webhook-running';
  /** The status to respond with: the service sends the webhook again. */
  readonly responseStatus = 503;
}
