import { type RawRequest, ResponseFormatError } from '@org/core';
import { ownValue } from '../../../driver.ts';
import {
  callApi,
  type InboundRequests,
  inboundOf,
  jsonOf,
  type ReceivedMail,
  readLoadedMail,
  textsOf,
  wholeText,
} from '../../../inbound/kit.ts';

export type * from '../../../inbound/names.ts';

/**
 * Receives mail through Resend, verified by its signature. The webhook has no content: each mail is loaded
 * from the API before your function is called. @public
 *
 * @example
 * const part = inbound((mail) => console.log(mail.subject)); // for webhooks.handler({ inbound: part })
 *
 * @throws ConfigurationError for something other than a function, and for unknown options
 */
export const inbound = /* @__PURE__ */ inboundOf('resend', () => ({
  // resend.com/docs, "Receiving emails", "Retrieve received email".
  loads: true,
  mails(webhook, requests) {
    const wire = jsonOf(webhook);
    const data = ownValue(wire, 'data');
    const id = wholeText(data, 'email_id');
    if (wholeText(wire, 'type') !== 'email.received' || id === undefined) return undefined;
    return [{ id, load: () => load(id, data, requests) }];
  },
}));

async function load(id: string, data: unknown, requests: InboundRequests): Promise<ReceivedMail> {
  const call = async (request: Pick<RawRequest, 'path' | 'params' | 'query'>) => {
    const { bytes } = await callApi(requests, { method: 'GET', ...request });
    return jsonOf({ text: new TextDecoder().decode(bytes) });
  };
  // Inline images would be base64 in the HTML.
  const query = { html_format: 'cid' };
  const wire = await call({ path: '/emails/receiving/{id}', params: { id }, query });
  const rawLink = wholeText(ownValue(wire, 'raw'), 'download_url');
  if (rawLink === undefined && wholeText(wire, 'from') === undefined)
    throw new ResponseFormatError({
      message: 'The response of Resend is not a mail: it has neither a link to one nor a sender.',
      issues: [{ path: 'from', message: 'is missing or has another form' }],
      provider: 'resend',
    });
  return readLoadedMail(wire, requests, {
    envelope: { to: textsOf(data, 'to') },
    rawLink,
    linkOf: (file) =>
      call({
        path: '/emails/receiving/{id}/attachments/{file}',
        params: { id, file: wholeText(file, 'id') ?? '' },
      }),
  });
}
