import type { OrgError, Runtime } from '@org/core';
import type { DriverSession } from '@org/core/driver';
import type { AllOperations, BatchKey, SendOperations } from '../driver.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { LossyMapping, OnLossy } from '../model/fit-message.ts';
import type { EmailMessage, PreparedMessage } from '../model/message.ts';
import type { SendReceipt } from '../model/send-result.ts';
import type { SendOptions } from '../send-options.ts';
import type { Render } from './late-content.ts';

/** What a send needs of its client. */
export interface SendParts {
  readonly session: DriverSession<SendOperations>;
  readonly provider: string;
  readonly runtime: Runtime;
  /** For the whole message. */
  readonly deadlineMs: number;
}

export interface SenderParts extends SendParts {
  readonly session: DriverSession<AllOperations>;
  readonly capabilities: EmailCapabilities;
  readonly batchKey: BatchKey | undefined;
  readonly onLossy: OnLossy;
  readonly render: Render | undefined;
}

export interface BatchParts extends SenderParts {
  /** Checks a message, and fits it to the service. */
  fit(message: EmailMessage, options: SendOptions): Promise<FittedMessage>;
}

/** A valid message in the form that the service carries, and what was lost. */
export interface FittedMessage {
  readonly message: PreparedMessage;
  readonly lossy: readonly LossyMapping[];
}

/** A message of a batch that can be sent, or the reason why it cannot. */
export type BatchItem = { readonly fitted: FittedMessage } | { readonly error: OrgError };

/** A receipt, perhaps of several mails. */
export interface SplitReceipt extends SendReceipt {
  readonly isSplit?: boolean;
  readonly stop?: Stop | undefined;
}

/** Why the send ended before its last recipient. */
export interface Stop {
  readonly error: unknown;
  /** By the caller's abort, or by an error that is not ours. */
  readonly isInterrupted: boolean;
}
