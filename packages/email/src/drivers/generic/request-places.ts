import { formOf, hasList } from './address-forms.ts';
import { type FieldPath, within } from './paths.ts';
import type { Place } from './places.ts';
import type { AddressField, AddressForm, GenericSend } from './table.ts';

/** The places that a part of the table names, but for those that only responses have. */
export function placesOf(
  name: string,
  paths: object = {},
  readOnly: readonly string[] = [],
): readonly Place[] {
  return Object.entries(paths)
    .filter(([field, path]) => path !== undefined && !readOnly.includes(field))
    .map(([field, path]) => ({ name: `${name}.${field}`, path }));
}

/** The places of an address with this form. */
export function placesOfForm(name: string, path: FieldPath, form: AddressForm = 'text'): readonly Place[] {
  if (typeof form === 'string') return path === '' ? [] : [{ name, path }];
  const { constants, ...names } = form;
  return [...placesOf(name, names), ...leaves(`${name}.constants`, '', constants)].map((place) => ({
    ...place,
    path: within(path, place.path),
  }));
}

/** All places in the request of a message. */
export function placesOfSend(send: GenericSend): readonly Place[] {
  const { fields, options, constants } = send;
  const ofFields = placesOf('send.fields', fields).flatMap((place) => {
    const field = place.name.slice('send.fields.'.length) as AddressField;
    if (!addressFields.includes(field)) return [place];
    const form = formOf(send, field);
    if (typeof form === 'string') return [place];
    if (!hasList(send, field)) return placesOfForm(place.name, place.path, form);
    return [{ ...place, mark: field === 'replyTo' ? undefined : JSON.stringify(form.constants ?? {}) }];
  });
  return [...ofFields, ...placesOf('send.options', options), ...leaves('send.constants', '', constants)];
}

const addressFields: readonly AddressField[] = ['from', 'to', 'cc', 'bcc', 'replyTo'];

/** The places of values that are not objects. */
function leaves(name: string, path: FieldPath, value: unknown): readonly Place[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ name, path, isFixed: true }];
  return Object.entries(value).flatMap(([key, inner]) => leaves(name, within(path, key), inner));
}
