import type { AddressField, AddressForm, GenericSend } from './table.ts';

/** The form of a field's addresses. */
export function formOf({ address = 'text', addresses = {} }: GenericSend, field: AddressField): AddressForm {
  return addresses[field] ?? address;
}

/** Does the field have a list of addresses? */
export function hasList({ recipients, replyTo }: GenericSend, field: AddressField): boolean {
  if (field === 'replyTo') return replyTo === 'many';
  return field === 'to' ? recipients !== 'single' : field !== 'from';
}
