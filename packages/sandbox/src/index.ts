export { defineSandboxConfig, type SandboxConfig } from './config.ts';
export type {
  ActiveFault,
  AnyFault,
  Fault,
  FaultChance,
  FaultService,
  SmtpCommand,
  SmtpFault,
  SocketFault,
  WebhookFault,
} from './faults/fault.ts';
export type { FaultList } from './faults/fault-list.ts';
export type { CloseAction, FrameAction, FrameRule } from './faults/frame-action.ts';
export { PortInUseError } from './http/listen.ts';
export type { WebhookAttempt } from './mail/events/attempts.ts';
export type { EventRules } from './mail/events/rules.ts';
export type {
  MailWebhookTarget,
  MailWebhookTargets,
  NewMailWebhookTarget,
} from './mail/events/targets.ts';
export type { WebhookTrigger } from './mail/events/trigger.ts';
export type { MailWebhooks } from './mail/events/webhooks.ts';
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
export type { MailAddress, MailAttachment, MailHeader, ParsedMessage } from './mail/message/parse-message.ts';
export type { Delivery } from './mail/message/received-message.ts';
export type { MailServiceAddress } from './mail/service/doors.ts';
export type { MailSeed, SeedContact, SeedMail, SeedTemplate } from './mail/service/seed.ts';
export { type MailService, startMailService } from './mail/service/service.ts';
export type { MailServiceOptions } from './mail/service/service-options.ts';
export type { RecipientRejection, SmtpRelayOptions } from './mail/smtp-relay.ts';
export type { SandboxState, SavedMessage, TableName } from './mail/state/mail-state.ts';
export type { EventRule } from './mail/store/event-rule.ts';
export type { MailProject } from './mail/store/project.ts';
export type { MailEventKind } from './mail-event-kind.ts';
export type { MapSource } from './map/map-source.ts';
export type { NamedPlace } from './map/named-place.ts';
export type { MapData } from './map/own-map.ts';
export { type PreparedMap, type PrepareOptions, prepareOsm, prepareTown } from './map/prepare.ts';
export type { Town, TownArea, TownPlace, TownPosition, TownStreet } from './map/town.ts';
export { createTown } from './map/town.ts';
export type { StreetKind } from './map/town-plan.ts';
export type { PageOptions, PageService } from './page/page-service.ts';
export type {
  TownIsochrone,
  TownLine,
  TownMapLayers,
  TownPoint,
  TownRoute,
} from './page/town/town-layers.ts';
export { renderTownMap, type TownMapOptions } from './page/town/town-svg.ts';
export type { RateLimitOptions } from './rate-limit.ts';
export type { AuthorizationOutcome, AuthorizationWish } from './realtime/authorization/test-authorization.ts';
export type { EndpointOutcome, EndpointWish } from './realtime/authorization/test-endpoint.ts';
export type { ChannelKind } from './realtime/channels/channel-name.ts';
export type { ChannelSnapshot } from './realtime/channels/channel-snapshot.ts';
export type { RealtimeClock } from './realtime/clock.ts';
export type { FrameFaultOptions, RealtimeFaults, SubscribeRefusalOptions } from './realtime/faults/faults.ts';
export type { LoggedFrame } from './realtime/frame-log.ts';
export type { ActivityKind, RealtimeActivity } from './realtime/journal.ts';
export type { RealtimeLimits } from './realtime/limits.ts';
export type {
  ErrorStyle,
  RealtimeApp,
  RealtimeAppOptions,
  RealtimeServiceOptions,
} from './realtime/options.ts';
export { type RealtimeService, startRealtimeService } from './realtime/realtime-service.ts';
export type { RealtimeStats } from './realtime/stats.ts';
export type { SubscriberWait } from './realtime/wait-for-subscriber.ts';
export type { LoggedRequest } from './requests/describe-request.ts';
export type { SandboxRequests } from './requests/sandbox-requests.ts';
export { type RoutingService, type RoutingServiceOptions, startRoutingService } from './routing/service.ts';
export { type Sandbox, type SandboxOptions, type SandboxSeed, startSandbox } from './sandbox.ts';
