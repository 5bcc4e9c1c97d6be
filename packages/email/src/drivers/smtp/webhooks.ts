/**
 * A relay reports nothing afterwards: bounces come as mail to the sender's address.
 *
 * @public
 */
export const smtpWebhookAuthentication = 'none';
