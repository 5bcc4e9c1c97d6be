import { OrgError } from '../errors/org-error.ts';

/** The webhook is not from the service, or not recent. Respond with 401. @public */
export class WebhookSignatureError extends OrgError {
  static override readonly family: string = 'WebhookSignatureError';
  declare readonly code: 'webhook-signature';
}

/** The webhook is genuine, and was handled before. Respond with 200. @public */
export class WebhookReplayedError extends OrgError {
  static override readonly family: string = 'WebhookReplayedError';
  declare readonly code: 'webhook-replayed';
}

/** The webhook is genuine, and an earlier delivery of it is being handled. Respond with 503. @public */
export class WebhookRunningError extends OrgError {
  static override readonly family: string = 'WebhookRunningError';
  declare readonly code: 'webhook-running';
}
