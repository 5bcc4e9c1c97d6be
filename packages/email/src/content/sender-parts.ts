import type { Runtime } from '@org/core';
import type { DriverSession, EngineOptions } from '@org/core/driver';
import type { Render } from '../content/late-content.ts';
import type { BatchKey } from '../driver/email-driver.ts';
import type { AllOperations } from '../driver/operations.ts';
import type { EmailCapabilities } from '../model/capabilities.ts';
import type { OnLossy } from '../model/fit/lossy.ts';

export interface SenderParts {
  readonly session: DriverSession<AllOperations>;
  readonly provider: string;
  readonly runtime: Runtime;
  readonly observers: Pick<EngineOptions, 'onEvent' | 'instrumentation'>;
  readonly capabilities: EmailCapabilities;
  /** The capabilities that a message must fit, by the answer to losses. */
  readonly fits: Readonly<Record<OnLossy, EmailCapabilities>>;
  readonly batchKey: BatchKey | undefined;
  readonly onLossy: OnLossy;
  readonly render: Render | undefined;
  /** Makes a text of the HTML of a message without one. */
  readonly makesText: boolean;
  /** Of a whole message. */
  readonly deadlineMs: number;
}
