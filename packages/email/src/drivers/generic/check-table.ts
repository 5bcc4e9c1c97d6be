import { ConfigurationError } from '@org/core';
import type { OptionNames } from '@org/core/basics';
import {
  constantPlaces,
  mapNames,
  namesIn,
  type Place,
  placesOf,
  refuseLoss,
  refuseUnknownNames,
} from '@org/core/tables';
import { storeNames, storePlaces } from '../../tables/index.ts';
import {
  type AddressForm,
  addressFields,
  formOf,
  type GenericSend,
  type GenericService,
  hasList,
  messageFields,
} from './table.ts';

const addressPaths = namesIn('address name constants');
const addresses = mapNames(addressFields, () => addressPaths);
const send: OptionNames<GenericSend> = {
  ...namesIn('path id recipients replyTo text time constants options'),
  fields: messageFields,
  accepted: namesIn('statuses field equals'),
  address: addressPaths,
  addresses,
  attachment: namesIn('filename content contentType disposition contentId'),
};

/** Every name that a table may have; an object has the names of the value. */
const names: OptionNames<GenericService> = {
  ...namesIn('name baseUrl auth limits requestIdHeader'),
  maximums: {
    ...namesIn('maxRecipients maxTo maxCc maxBcc maxAttachments maxAttachmentBytes maxTags'),
    ...namesIn('maxScheduleMs maxBatchRecipients maxBatchBytes maxBatchPerAddress'),
  },
  idempotency: namesIn('header duplicate'),
  send,
  ...storeNames,
  errors: { ...namesIn('code message kinds'), refusal: namesIn('field equals') },
};

/**
 * Refuses a table with a misspelt name, or one whose requests would lose a field.
 *
 * @throws ConfigurationError
 */
export function checkTable(service: GenericService): void {
  const table = `the table of ${service.name}`;
  refuseUnknownNames(service, names, 'generic()', table);
  const { id, accepted, address, addresses: forms = {}, attachment } = service.send ?? {};
  if (id === undefined && accepted === undefined)
    throw new ConfigurationError({
      message:
        `generic(): ${table} has neither \`send.id\` nor \`send.accepted\`: ` +
        'a 200 alone does not prove that a mail was accepted.',
    });
  const written = [
    placesOfForm('send.address', address),
    ...Object.entries(forms).map(([field, form]) => placesOfForm(`send.addresses.${field}`, form)),
    placesOf('send.attachment', attachment),
    placesOfSend(service.send),
    ...storePlaces(service),
  ];
  for (const places of written) refuseLoss(places, 'generic()', table);
}

function placesOfForm(name: string, form: AddressForm = 'text', path = ''): readonly Place[] {
  if (typeof form === 'string') return [];
  const { constants, ...paths } = form;
  return [...placesOf(name, paths, path), ...constantPlaces(`${name}.constants`, constants, path)];
}

/** All places in the request of a message. */
function placesOfSend(send: GenericSend): readonly Place[] {
  const ofFields = placesOf('send.fields', send.fields).flatMap((place) => {
    const field = place.name.slice('send.fields.'.length);
    if (!Object.hasOwn(addressFields, field)) return [place];
    const form = formOf(send, field);
    if (typeof form === 'string') return [place];
    if (!hasList(send, field)) return placesOfForm(place.name, form, place.path);
    return [{ ...place, mark: field === 'replyTo' ? undefined : JSON.stringify(form.constants ?? {}) }];
  });
  return [
    ...ofFields,
    ...placesOf('send.options', send.options),
    ...constantPlaces('send.constants', send.constants),
  ];
}
