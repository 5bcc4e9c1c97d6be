export { defineSandboxConfig, type SandboxConfig } from './config.ts';
export type { SandboxFailure, SandboxFailures } from './failures.ts';
export type {
  ActiveFault,
  AnyFault,
  Fault,
  FaultService,
  SmtpCommand,
  SmtpFault,
  SocketFault,
  WebhookFault,
} from './faults/fault.ts';
export type { FaultList } from './faults/fault-list.ts';
export type { SandboxCertificate } from './http/certificate-file.ts';
export { PortInUseError } from './http/listen.ts';
export type { WebhookAttempt } from './mail/events/attempts.ts';
export type { EventRules } from './mail/events/rules.ts';
export type { MailWebhookTarget, MailWebhookTargets, NewMailWebhookTarget } from './mail/events/targets.ts';
export type { WebhookTrigger } from './mail/events/trigger.ts';
export type { MailWebhooks } from './mail/events/webhooks.ts';
export type {
  InboundContext,
  InboundForm,
  InboundPost,
  InboundRequest,
} from './mail/inbound/inbound-form.ts';
export type { InboundAttempt } from './mail/inbound/inbound-poster.ts';
export type {
  AddedInboundRoute,
  InboundRoute,
  InboundRouteForm,
  InboundRoutes,
} from './mail/inbound/inbound-routes.ts';
export type { IncomingFile, IncomingMail, MailInbound } from './mail/inbound/mail-inbound.ts';
export type { AllowFetch } from './mail/kit/file-fetcher.ts';
export type {
  Mailbox,
  MailboxChange,
  MailboxLimits,
  MessageLabels,
  ReceivedMessage,
  SearchOptions,
  WaitOptions,
} from './mail/mailbox/mailbox.ts';
export type { MessageQuery } from './mail/mailbox/message-query.ts';
export type { WantedMessage } from './mail/mailbox/wait-for-message.ts';
export type { MailAddress, MailAttachment, ParsedMessage } from './mail/message/parse-message.ts';
export type { Delivery } from './mail/message/received-message.ts';
export type { Pop3Options } from './mail/pop3/pop3-server.ts';
export type { MailStats } from './mail/service/count-requests.ts';
export type { MailServiceAddress } from './mail/service/doors.ts';
export type { MailOutcomes } from './mail/service/outcomes.ts';
export type { MailSeed, SeedContact, SeedMail, SeedTemplate } from './mail/service/seed.ts';
export { type MailService, startMailService } from './mail/service/service.ts';
export type { MailServiceOptions } from './mail/service/service-options.ts';
export type { RecipientRejection, SmtpRelayOptions } from './mail/smtp-relay.ts';
export type { SandboxState, SavedMessage, TableName } from './mail/state/mail-state.ts';
export type { EventRule } from './mail/store/event-rule.ts';
export type { MailProject } from './mail/store/project.ts';
export type { MailOutcome } from './mail/store/recipient-outcomes.ts';
export type { MailEventKind } from './mail-event-kind.ts';
export type { MapSource } from './map/map-source.ts';
export type { MapData } from './map/own-map.ts';
export type { PageOptions, PageService } from './page/page-service.ts';
export type { RateLimitOptions } from './rate-limit.ts';
export type { RealtimeFaults } from './realtime/faults/faults.ts';
export type { RealtimeLimits } from './realtime/limits.ts';
export type { RealtimeApp, RealtimeAppOptions, RealtimeServiceOptions } from './realtime/options.ts';
export { type RealtimeService, startRealtimeService } from './realtime/realtime-service.ts';
export type { LoggedRequest } from './requests/describe-request.ts';
export type { SandboxRequests } from './requests/sandbox-requests.ts';
export { type RoutingService, type RoutingServiceOptions, startRoutingService } from './routing/service.ts';
export {
  type Sandbox,
  type SandboxOptions,
  type SandboxSeed,
  startSandbox,
} from './sandbox.ts';
export type { StartedSandbox, StartOptions } from './start-options.ts';
