import type { ServiceResponse } from '@org/core';
import { type FieldPath, type FieldPaths, placeWithin } from '@org/core/tables';
import { lookUp } from '../driver.ts';
import type { Suppression, SuppressionReason } from '../model/resources/suppression.ts';
import { listAt, readTableItem } from './table-items.ts';

/** The places of a suppression's fields, and the service's words for reasons. @public */
export interface SuppressionFields extends FieldPaths<'email', 'reason' | 'description' | 'createdAt'> {
  readonly reasons?: Readonly<Record<string, SuppressionReason>> | undefined;
}

/**
 * An entry of a service's list of suppressions; a reason without a word is `other`. @public
 *
 * @throws ResponseFormatError without an address
 */
export function readSuppression(
  wire: unknown,
  { reasons = {}, ...fields }: SuppressionFields,
  where: FieldPath = '',
): Suppression {
  const { email, reason, ...others } = readTableItem(wire, fields, ['email'], where) as Partial<Suppression>;
  const own = lookUp(reasons, reason) ?? 'other';
  return { email: email ?? '', reason: own, scope: 'account', ...others, removable: true };
}

/**
 * The entries of a response. @public
 *
 * @example
 * const decode = suppressionsAt('data', { email: 'address', reasons: {} });
 *
 * @param items - the place of their list
 * @param more - what else an entry of the service says
 */
export function suppressionsAt(
  items: FieldPath,
  fields: SuppressionFields,
  more: (wire: unknown) => Partial<Suppression> = () => ({}),
): (response: ServiceResponse) => readonly Suppression[] {
  return (response) =>
    listAt(response.json(), items).map((wire, index) => ({
      ...readSuppression(wire, fields, placeWithin(items, `${index}`)),
      ...more(wire),
    }));
}
