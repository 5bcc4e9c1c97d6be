import type { EmailMessage } from '../model/message.ts';
import type { JournalEntry } from '../send-journal.ts';

/** The job's data in Redis: the content leaves when the mail is sent. */
export interface JobData {
  readonly key: string;
  readonly message?: SerializedMessage | undefined;
}

export interface SerializedMessage extends Omit<EmailMessage, 'sendAt' | 'date' | 'raw' | 'attachments'> {
  readonly sendAt?: string | undefined;
  readonly date?: string | undefined;
  /** In base64. */
  readonly raw?: string | undefined;
  readonly attachments?: readonly object[] | undefined;
}

/** The job's progress in Redis: what is known of its sends. */
export interface JobState {
  readonly entries?: readonly JournalEntry[] | undefined;
  /** How often the mail went back to the queue. */
  readonly requeues?: number | undefined;
  readonly failure?: DeadLetter['failure'] | undefined;
  /** What is known of each recipient of a dead letter. */
  readonly recipients?: readonly DeadRecipient[] | undefined;
}

/** A recipient of a dead letter. @public */
export interface DeadRecipient {
  readonly recipient: string;
  /** `sent`: has the mail; `unknown`: may have it; `not-sent`: surely has not. */
  readonly outcome: 'not-sent' | 'unknown' | 'sent';
  /** The service's id of the mail. */
  readonly messageId?: string | undefined;
}

/** A mail that no worker sends again by itself. @public */
export interface DeadLetter {
  readonly id: string;
  readonly message: EmailMessage;
  /** Why the last attempt failed. */
  readonly failure: {
    readonly code: string;
    readonly message: string;
    /** `unknown`: the service may have the mail. */
    readonly outcome: 'not-sent' | 'unknown' | 'sent';
    readonly provider?: string | undefined;
  };
  /** One for each recipient, where that is known. */
  readonly recipients: readonly DeadRecipient[];
  readonly queuedAt: Date;
  readonly failedAt: Date;
}

/** A job's id: any key, without the colon and the plain numbers that BullMQ refuses. */
export function toJobId(key: string): string {
  return `m-${encodeURIComponent(key)}`;
}

export function stateOf(job: { readonly progress: unknown }): JobState {
  const { progress } = job;
  return typeof progress === 'object' && progress !== null ? progress : {};
}
