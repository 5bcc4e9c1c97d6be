import type { AbsentOperation } from '../../kit.ts';

/** The paths and methods of sendgrid/client 8.1 (USAGE.md), and of the OpenAPI documents. */
const paths = `
  /access_settings/activity GET
  /access_settings/whitelist POST DELETE GET
  /access_settings/whitelist/{rule_id} DELETE GET
  /alerts POST GET
  /alerts/{alert_id} PATCH DELETE GET
  /browsers/stats GET
  /campaigns POST GET
  /campaigns/{campaign_id} PATCH DELETE GET
  /campaigns/{campaign_id}/schedules DELETE POST GET PATCH
  /campaigns/{campaign_id}/schedules/now POST
  /campaigns/{campaign_id}/schedules/test POST
  /categories GET
  /categories/stats GET
  /categories/stats/sums GET
  /clients/stats GET
  /clients/{client_type}/stats GET
  /contactdb/custom_fields POST GET
  /contactdb/custom_fields/{custom_field_id} DELETE GET
  /contactdb/lists POST DELETE GET
  /contactdb/lists/{list_id} DELETE PATCH GET
  /contactdb/lists/{list_id}/recipients POST GET
  /contactdb/lists/{list_id}/recipients/{recipient_id} POST DELETE
  /contactdb/recipients POST DELETE GET PATCH
  /contactdb/recipients/billable_count GET
  /contactdb/recipients/count GET
  /contactdb/recipients/search GET
  /contactdb/recipients/{recipient_id} DELETE GET
  /contactdb/recipients/{recipient_id}/lists GET
  /contactdb/reserved_fields GET
  /contactdb/segments POST GET
  /contactdb/segments/{segment_id} DELETE PATCH GET
  /contactdb/segments/{segment_id}/recipients GET
  /contactdb/status GET
  /devices/stats GET
  /geo/stats GET
  /ips POST GET
  /ips/assigned GET
  /ips/pools POST GET
  /ips/pools/{pool_name} PUT DELETE GET
  /ips/pools/{pool_name}/ips POST
  /ips/pools/{pool_name}/ips/{ip} DELETE
  /ips/remaining GET
  /ips/warmup POST GET
  /ips/warmup/{ip_address} DELETE GET
  /ips/{ip_address} GET
  /mail_settings GET
  /mail_settings/address_whitelist PATCH GET
  /mail_settings/bcc PATCH GET
  /mail_settings/bounce_purge PATCH GET
  /mail_settings/footer PATCH GET
  /mail_settings/forward_bounce PATCH GET
  /mail_settings/forward_spam PATCH GET
  /mail_settings/plain_content PATCH GET
  /mail_settings/spam_check PATCH GET
  /mail_settings/template PATCH GET
  /mailbox_providers/stats GET
  /messages/download POST
  /messages/download/{download_uuid} GET
  /partner_settings GET
  /partner_settings/new_relic PATCH GET
  /scopes GET
  /scopes/requests GET
  /scopes/requests/{request_id} DELETE
  /scopes/requests/{request_id}/approve PATCH
  /whitelabel/domains/default GET
  /whitelabel/domains/subuser DELETE GET
  /whitelabel/domains/{domain_id}/subuser POST
  /whitelabel/domains/{id}/ips POST
  /whitelabel/domains/{id}/ips/{ip} DELETE
  /whitelabel/ips POST GET
  /whitelabel/ips/{id} DELETE GET
  /whitelabel/ips/{id}/validate POST
  /whitelabel/links POST GET
  /whitelabel/links/default GET
  /whitelabel/links/subuser DELETE GET
  /whitelabel/links/{id} DELETE PATCH GET
  /whitelabel/links/{id}/validate POST
  /whitelabel/links/{link_id}/subuser POST
  /subusers POST GET
  /subusers/reputations GET
  /subusers/stats GET
  /subusers/stats/monthly GET
  /subusers/stats/sums GET
  /subusers/{subuser_name} DELETE PATCH
  /subusers/{subuser_name}/ips PUT
  /subusers/{subuser_name}/monitor PUT POST DELETE GET
  /subusers/{subuser_name}/stats/monthly GET
  /teammates POST GET
  /teammates/pending GET
  /teammates/pending/{token} DELETE
  /teammates/pending/{token}/resend POST
  /teammates/{username} DELETE PATCH GET
  /tracking_settings GET
  /tracking_settings/click PATCH GET
  /tracking_settings/google_analytics PATCH GET
  /tracking_settings/open PATCH GET
  /tracking_settings/subscription PATCH GET
  /user/account GET
  /user/credits GET
  /user/email PUT GET
  /user/password PUT
  /user/profile PATCH GET
  /user/settings/enforced_tls PATCH GET
  /user/username PUT GET
  /marketing/segments/2.0 GET POST
  /marketing/segments/2.0/{segment_id} GET PATCH DELETE
  /marketing/singlesends GET POST
  /marketing/singlesends/{id} GET PATCH POST DELETE
  /marketing/singlesends/{id}/schedule PUT DELETE
  /marketing/senders GET POST
  /marketing/senders/{id} GET PATCH DELETE
  /verified_senders GET POST
  /verified_senders/{id} PATCH DELETE
  /user/webhooks/security/policies GET POST
  /user/webhooks/security/policies/{id} GET PATCH DELETE
  /suppression/bounces/classifications GET
  /suppression/bounces/classifications/{classification} GET
`;

/** Campaigns, contacts and statistics of the older API, IP addresses, subusers, teammates and settings. */
export const absent: readonly AbsentOperation[] = paths
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [path = '', ...methods] = line.trim().split(' ');
    const pattern = `/v3${path.replace(/\{(\w+)\}/g, ':$1')}`;
    return methods.map((method): AbsentOperation => [method, pattern, `${method} ${path}`]);
  });
