import { defineRequest } from '@org/core/driver';
import { allAccepted, type PreparedMessage } from '../../driver.ts';
import { encodeEmail } from './encode.ts';
import { idOf, provesWrite } from './wire.ts';

export const sendRequest = defineRequest({
  safety: 'keyed', // for 24 hours, Resend answers a known Idempotency-Key with the first response
  encode: (message: PreparedMessage) => ({ method: 'POST', path: '/emails', json: encodeEmail(message) }),
  decode: (response, message) => allAccepted(message, idOf(response)),
  isAccepted: provesWrite,
});
