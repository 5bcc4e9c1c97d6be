import type { OrgError, Runtime } from '@org/core';
import type { ChannelEvent } from '../channel.ts';
import type { SubscriberOptions } from '../subscribe-options.ts';

export interface RefetchParts {
  /** The channel's name. */
  readonly name: string;
  readonly runtime: Runtime;
  readonly options: SubscriberOptions;
  /** Validates and delivers. Returns a promise while an asynchronous schema has not settled. */
  validate(event: ChannelEvent): Promise<void> | undefined;
  report(error: OrgError): void;
}
