import type { AbsentOperation } from '../../kit.ts';

/** Received mail, tags that track, removal of personal data: of postmark.js 5.1 and postmarker 1.0. */
export const absent: readonly AbsentOperation[] = [
  ['GET', '/messages/inbound', 'server.getInboundMessages'],
  ['GET', '/messages/inbound/:id/details', 'server.getInboundMessageDetails'],
  ['PUT', '/messages/inbound/:id/bypass', 'server.bypassBlockedInboundMessage'],
  ['PUT', '/messages/inbound/:id/retry', 'server.retryInboundHookForMessage'],
  ['GET', '/triggers/inboundRules', 'server.getInboundRuleTriggers'],
  ['POST', '/triggers/inboundRules', 'server.createInboundRuleTrigger'],
  ['DELETE', '/triggers/inboundRules/:id', 'server.deleteInboundRuleTrigger'],
  ['GET', '/triggers/inboundrules', 'triggers.inboundrules.all'],
  ['POST', '/triggers/inboundrules', 'triggers.inboundrules.create'],
  ['DELETE', '/triggers/inboundrules/:id', 'triggers.inboundrules.delete'],
  ['GET', '/triggers/tags', 'triggers.tags.all'],
  ['POST', '/triggers/tags', 'triggers.tags.create'],
  ['GET', '/triggers/tags/:id', 'triggers.tags.get'],
  ['PUT', '/triggers/tags/:id', 'triggers.tags.edit'],
  ['DELETE', '/triggers/tags/:id', 'triggers.tags.delete'],
  ['POST', '/data-removals', 'account.requestDataRemoval'],
  ['GET', '/data-removals/:id', 'account.getDataRemovalStatus'],
];
