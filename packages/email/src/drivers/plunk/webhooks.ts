/**
 * How an incoming Plunk webhook proves where it comes from: it does not. A webhook is a step of a workflow, and what identifies it is a
 * header that you give to that step yourself (docs.useplunk.com, guides, "Webhooks").
 *
 * @public
 */
export const plunkWebhookAuthentication = 'static-header';
