export { type ChannelOf, channelNames } from './channels.ts';
export type {
  AttemptEndEvent,
  AttemptStartEvent,
  ChannelEvents,
  CredentialRefreshedEvent,
  LimitWaitEndEvent,
  LimitWaitStartEvent,
  OperationEndEvent,
  OperationStartEvent,
  QuotaReportedEvent,
  RetryScheduledEvent,
} from './events.ts';
export type { Instrumentation, OperationObserver } from './instrumentation.ts';
