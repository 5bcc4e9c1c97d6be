// What a client without HTTP calls needs. The pipeline is not reachable from here, so bundlers that split a
// program leave it out.
export { readSetting } from '../credentials/setting.ts';
export {
  ClosedError,
  ConfigurationError,
  InvalidInputError,
  UnsupportedError,
} from '../errors/caller-errors.ts';
export { isOrgError, OrgError, type OrgErrorFields } from '../errors/org-error.ts';
export { PayloadTooLargeError, RateLimitError } from '../errors/service-errors.ts';
export { NetworkError, TimeoutError } from '../errors/transport-errors.ts';
export { wrongKind } from '../options/kind-of.ts';
export { numberOption, positiveOption } from '../options/numbers.ts';
export { type OptionRule, optionKinds, requireArgument } from '../options/option-kinds.ts';
export { installedVersion, type Peer, peerAdvice, peerError, requirePeer } from '../options/peer.ts';
export {
  type FindMeant,
  type OptionNames,
  refuseUnknown,
  requireOptions,
} from '../options/refuse-unknown.ts';
export { textsOption, wordOption } from '../options/words.ts';
export { type Schema, schemaIssue } from '../schema.ts';
export { realWork } from '../time/real-work.ts';
export { createRuntime, type Runtime } from '../time/runtime.ts';
export { startTimer } from '../time/timer.ts';
