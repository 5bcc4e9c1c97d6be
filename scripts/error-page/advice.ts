// The advice for each code. The type has every code of the union: a new one does not compile without advice.
import type { OrgErrorCode } from '@org/core';

/**
 * Whether the same call may be repeated.
 * - `yes`: nothing was done; a later call may succeed.
 * - `no`: the same call fails again until its cause is gone.
 * - `outcome`: `retryable` and `outcome` of the error decide.
 * - `–`: it is not the error of a call.
 */
export type Repeat = 'yes' | 'no' | 'outcome' | '–';

type Advice = readonly [repeat: Repeat, whatToDo: string];

export const advice: Readonly<Record<Exclude<OrgErrorCode, 'error'>, Advice>> = {
  aborted: ['outcome', 'Nothing, when the abort was intended. After `unknown`, ask the service first.'],
  'account-suspended': ['no', "Complete the service's review, or ask its support."],
  authentication: ['no', 'Check the key, and that it belongs to this service, region and `baseUrl`.'],
  'bad-request': ['no', 'Read `issues` and the words of the service, and correct the input.'],
  'channel-authorization': ['–', 'Check the endpoint of `authorize`, and the session of the user.'],
  'circuit-open': ['yes', 'Wait for `retryAfterMs`. The earlier failures name the cause.'],
  closed: ['no', 'Create a client, or close it later.'],
  codec: ['–', 'Use the same codec, in the same version, on both sides.'],
  configuration: ['no', 'Change the option that the message names.'],
  conflict: ['outcome', 'Read the present state from the service, then decide.'],
  'connection-lost': ['yes', 'Nothing: the client reconnects by itself.'],
  'connection-refused': ['no', 'Correct what the close code names, then call `connect()`.'],
  credential: ['no', 'Set the variable or the option that the message names.'],
  decryption: ['–', 'Use the same `encryptionMasterKey` on all servers.'],
  'event-format': ['–', 'Correct the sender of the event, or the schema.'],
  'event-overflow': ['–', 'Read faster, or use a larger `buffer`.'],
  file: ['outcome', 'Free space on the disk or check it, then run again with the same file.'],
  hook: ['outcome', 'Correct the hook; `cause` has its error.'],
  'idempotency-conflict': [
    'outcome',
    'With `sent`, the first mail was accepted: do nothing. With `unknown`, ask the service. A new mail ' +
      'needs a new key.',
  ],
  'incomplete-send': ['no', 'Send again only to recipients that are `not-sent` in `outcomes`.'],
  'invalid-input': ['no', 'Correct the fields that `issues` names.'],
  'invalid-polyline': ['no', 'Check the format and the precision of the line.'],
  'job-failed': ['no', 'Read the words of the service, and start another job.'],
  'limit-exceeded': ['no', 'Send a smaller request.'],
  listener: ['–', 'Correct the listener; `cause` has its error.'],
  'message-rejected': ['no', "Change the content or the files, and check the domain's SPF, DKIM and DMARC."],
  network: ['outcome', 'Check the host name, the network and the TLS certificates.'],
  'no-route': ['no', 'Use other places, another profile or fewer restrictions.'],
  'not-found': ['no', 'Check the id and the base URL, and the region of the account.'],
  'not-subscribed': ['yes', 'Wait until the channel is subscribed.'],
  paging: ['no', 'Keep the items that were delivered. Set `maxPages`, when the list is that long.'],
  'partial-trigger': ['no', 'Send again only what is in `notDelivered`.'],
  'payload-too-large': ['outcome', 'Send less: smaller files, or links to them; fewer recipients.'],
  permission: ['no', 'Give the key the permission, or allow this IP address or recipient at the service.'],
  'point-not-found': ['no', 'Move the place of `pointIndex`, or search further from it.'],
  protocol: ['–', 'Check that the server speaks the protocol of Pusher, version 7.'],
  'quota-exceeded': ['no', 'Wait until `resetAt` or for `retryAfterMs`, where they are given, or buy more.'],
  'rate-limit': ['yes', 'Wait for `retryAfterMs`. Give the client a `limiter` with the rate of the account.'],
  'recipient-rejected': ['outcome', 'Correct the address. `reason` says whether it may pass later.'],
  'recipient-suppressed': ['no', 'Remove the recipient, or its suppression when it was a mistake.'],
  'redirect-refused': ['no', 'Set `baseUrl` to the final address of the service.'],
  refetch: ['–', 'Correct `refetch`; `cause` has its error.'],
  'request-body': ['outcome', 'Correct the stream or the length; `cause` has the error.'],
  'response-format': ['outcome', 'Check `baseUrl`, and whether a proxy or a sign-in page answered.'],
  'response-too-large': ['outcome', 'Ask for less, or raise `maxResponseBytes`.'],
  'roster-overflow': ['–', "Read the members from the service's REST API."],
  'sender-not-verified': ['no', 'Verify the address or domain of `from` with the service.'],
  server: ['outcome', 'Wait, and look at the status page of the service.'],
  'service-reported': ['–', 'Read the words of the service and its code in `status`.'],
  'sign-in': ['–', 'Check the endpoint of `authenticate`, and the session of the user.'],
  'subscription-refused': ['outcome', 'Check the channel and its rights, then call `subscribe` again.'],
  'throttle-rejected': ['outcome', 'Wait for `retryAfterMs`, send less at once, or split the call.'],
  timeout: ['outcome', '`phase` and `limit` name the wait: raise `timeoutMs` or `deadlineMs`.'],
  unsupported: ['no', 'Leave out the field or the option, or use another driver.'],
  'webhook-replayed': ['–', 'Respond with 200.'],
  'webhook-running': ['–', 'Respond with 503: the service delivers the webhook again.'],
  'webhook-signature': ['–', "Respond with 401. Check the webhook's secret, and that the body is unchanged."],
};
