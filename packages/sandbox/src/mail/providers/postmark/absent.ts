import type { AbsentOperation } from '../../kit.ts';

/** Received mail, and the removal of personal data: of postmark.js 5.1. */
export const absent: readonly AbsentOperation[] = [
  ['GET', '/messages/inbound', 'server.getInboundMessages'],
  ['GET', '/messages/inbound/:id/details', 'server.getInboundMessageDetails'],
  ['PUT', '/messages/inbound/:id/bypass', 'server.bypassBlockedInboundMessage'],
  ['PUT', '/messages/inbound/:id/retry', 'server.retryInboundHookForMessage'],
  ['GET', '/triggers/inboundRules', 'server.getInboundRuleTriggers'],
  ['POST', '/triggers/inboundRules', 'server.createInboundRuleTrigger'],
  ['DELETE', '/triggers/inboundRules/:id', 'server.deleteInboundRuleTrigger'],
  ['POST', '/data-removals', 'account.requestDataRemoval'],
  ['GET', '/data-removals/:id', 'account.getDataRemovalStatus'],
];
