import type { AbsentOperation } from '../../kit.ts';

const crud = (path: string, name: string, verbs: readonly string[]): readonly AbsentOperation[] => {
  const calls: readonly AbsentOperation[] = [
    ['GET', path, 'list'],
    ['POST', path, 'create'],
    ['GET', `${path}/:id`, 'single'],
    ['PUT', `${path}/:id`, 'update'],
    ['DELETE', `${path}/:id`, 'delete'],
  ];
  return calls
    .filter(([, , verb]) => verbs.includes(verb))
    .map(([method, pattern, verb]) => [method, pattern, `${name}.${verb}`]);
};
const all = ['list', 'create', 'single', 'update', 'delete'];
const verification = '/v1/email-verification';
const dmarc = '/v1/dmarc-monitoring';

/** SMS, WhatsApp, received mail, verification, monitoring and people: of mailersend 3.4. */
export const absent: readonly AbsentOperation[] = [
  ...crud('/v1/inbound', 'email.inbound', all),
  ...crud(verification, 'emailVerification', ['list', 'create', 'single']),
  ['GET', `${verification}/:id/verify`, 'emailVerification.verifyList'],
  ['GET', `${verification}/:id/results`, 'emailVerification.getListResult'],
  ['POST', `${verification}/verify`, 'emailVerification.verifyEmail'],
  ['POST', `${verification}/verify-async`, 'emailVerification.verifyEmailAsync'],
  ['GET', `${verification}/verify-async/:id`, 'emailVerification.getVerifyEmailAsyncStatus'],
  ['POST', '/v1/sms', 'sms.send'],
  ['GET', '/v1/sms-activity', 'sms.activity.list'],
  ...crud('/v1/sms-numbers', 'sms.number', ['list', 'single', 'update', 'delete']),
  ...crud('/v1/sms-messages', 'sms.message', ['list', 'single']),
  ...crud('/v1/sms-inbounds', 'sms.inbound', all),
  ...crud('/v1/sms-recipients', 'sms.recipient', ['list', 'single', 'update']),
  ...crud('/v1/sms-webhooks', 'sms.webhook', all),
  ['POST', '/v1/whatsapp/send', 'whatsapp.send'],
  ...crud(dmarc, 'dmarc', ['list', 'create', 'update', 'delete']),
  ['GET', `${dmarc}/:id/report`, 'dmarc.report'],
  ['GET', `${dmarc}/:id/report/:ip`, 'dmarc.reportByIp'],
  ['GET', `${dmarc}/:id/report-sources`, 'dmarc.reportSources'],
  ['PUT', `${dmarc}/:id/favorite/:ip`, 'dmarc.addFavorite'],
  ['DELETE', `${dmarc}/:id/favorite/:ip`, 'dmarc.removeFavorite'],
  ...crud('/v1/users', 'user', all),
  ['GET', '/v1/invites', 'user.listInvites'],
  ['GET', '/v1/invites/:id', 'user.singleInvite'],
  ['POST', '/v1/invites/:id/resend', 'user.resendInvite'],
  ['DELETE', '/v1/invites/:id', 'user.deleteInvite'],
  ...crud('/v1/blocklist-monitoring', 'blocklistMonitor', all),
];
