import type { AbsentOperation } from '../../kit.ts';

/** Campaigns, exports, events of received mail and events of contacts: of @getbrevo/brevo 6. */
export const absent: readonly AbsentOperation[] = [
  ['POST', '/contacts/doubleOptinConfirmation', 'contacts.createDoiContact'],
  ['POST', '/contacts/export', 'contacts.requestContactExport'],
  ['GET', '/senders/ips', 'senders.getIps'],
  ['GET', '/senders/:id/ips', 'senders.getIpsFromSender'],
  ['POST', '/webhooks/export', 'webhooks.exportWebhooksHistory'],
  ['GET', '/emailCampaigns', 'emailCampaigns.getEmailCampaigns'],
  ['POST', '/emailCampaigns', 'emailCampaigns.createEmailCampaign'],
  ['POST', '/emailCampaigns/images', 'emailCampaigns.uploadImageToGallery'],
  ['GET', '/emailCampaigns/:id', 'emailCampaigns.getEmailCampaign'],
  ['PUT', '/emailCampaigns/:id', 'emailCampaigns.updateEmailCampaign'],
  ['DELETE', '/emailCampaigns/:id', 'emailCampaigns.deleteEmailCampaign'],
  ['GET', '/emailCampaigns/:id/abTestCampaignResult', 'emailCampaigns.getAbTestCampaignResult'],
  ['POST', '/emailCampaigns/:id/exportRecipients', 'emailCampaigns.emailExportRecipients'],
  ['POST', '/emailCampaigns/:id/sendNow', 'emailCampaigns.sendEmailCampaignNow'],
  ['POST', '/emailCampaigns/:id/sendReport', 'emailCampaigns.sendReport'],
  ['POST', '/emailCampaigns/:id/sendTest', 'emailCampaigns.sendTestEmail'],
  ['GET', '/emailCampaigns/:id/sharedUrl', 'emailCampaigns.getSharedTemplateUrl'],
  ['PUT', '/emailCampaigns/:id/status', 'emailCampaigns.updateCampaignStatus'],
  ['GET', '/organization/activities', 'account.getAccountActivity'],
  ['GET', '/events', 'event.getEvents'],
  ['POST', '/events', 'event.createEvent'],
  ['POST', '/events/batch', 'event.createBatchEvents'],
  ['GET', '/inbound/events', 'inboundParsing.getInboundEmailEvents'],
  ['GET', '/inbound/events/:uuid', 'inboundParsing.getInboundEmailEventsByUuid'],
];
