// Loaded with the first tracked event.
import { ResponseFormatError } from '@org/core';
import { defineRequest, invalidInput, textAt } from '@org/core/driver';
import {
  contactReaders,
  type Reader,
  readBoolean,
  readFilledText,
  readObject,
  readVariables,
  type TemplateVariables,
  toDate,
} from '../../../driver.ts';
import { withoutUndefined } from '../decode.ts';
import { reservedVariables } from '../encode.ts';
import { classifyPlunkFailure as classify, isEarlierAcceptance } from '../errors.ts';
import type { PlunkEvent, TrackedEvent } from './model.ts';

export { classify };

const eventReaders = {
  event: readFilledText,
  email: contactReaders.email,
  subscribed: readBoolean,
  keepSubscription: readBoolean,
  fields: contactReaders.fields,
  variables: ((value, path, report) => {
    const variables = readVariables(value, path, report);
    return variables && Object.fromEntries(variables);
  }) as Reader<TemplateVariables>,
};

function convertToEvent(given: PlunkEvent): object {
  const input = readObject('event', given, eventReaders, ['event', 'email']);
  const { event, email, subscribed, keepSubscription, fields = {}, variables = {} } = input;
  const taken = Object.keys(variables).find((name) => Object.hasOwn(fields, name));
  if (taken !== undefined) throw invalidInput(`variables.${taken}`, 'is also in `fields`');
  const reserved = [...Object.keys(fields), ...Object.keys(variables)].find((name) =>
    reservedVariables.includes(name),
  );
  if (reserved !== undefined) throw invalidInput(reserved, 'is a name that Plunk reserves');
  const once = Object.entries(variables).map(([name, value]) => [name, { value, persistent: false }]);
  const data = { ...fields, ...Object.fromEntries(once) };
  return {
    event,
    email,
    subscribed,
    preserveExistingSubscription: keepSubscription,
    data: Object.keys(data).length === 0 ? undefined : data,
  };
}

export const operations = {
  track: defineRequest<PlunkEvent, TrackedEvent>({
    safety: 'keyed', // docs.useplunk.com, guides, "Idempotency": send and track
    encode: (input) => ({ method: 'POST', path: '/v1/track', json: convertToEvent(input) }),
    decode: (response, _input, context) => {
      if (isEarlierAcceptance(response, context)) return { replayed: true };
      const id = textAt(response.json(), 'data', 'event');
      if (id === undefined)
        throw new ResponseFormatError({
          message: 'Plunk accepted the event, but its response has no id.',
          status: response.status,
        });
      return withoutUndefined({
        id,
        contactId: textAt(response.json(), 'data', 'contact'),
        timestamp: toDate(textAt(response.json(), 'data', 'timestamp')),
        replayed: false,
      });
    },
    isAccepted: (response, context) =>
      isEarlierAcceptance(response, context) || textAt(response.json(), 'data', 'event') !== undefined,
    classify,
  }),
};
