import { type Contact, Problem } from '../../kit.ts';
import { refuse } from './wire.ts';

type Condition = (contact: Contact) => boolean;

const comparison = /^\(*\s*([\w.]+)\s*(=|!=|LIKE)\s*'([^']*)'\s*\)*$/i;
const membership = /^\(*\s*CONTAINS\s*\(\s*list_ids\s*,\s*'([^']*)'\s*\)\s*\)*$/i;

function fieldOf({ id, email, firstName = '', lastName = '', fields, own }: Contact, name: string): string {
  const known = { contact_id: id, id, email, first_name: firstName, last_name: lastName, ...own, ...fields };
  return String(
    new Map<string, unknown>(Object.entries(known)).get(name.replace(/^custom_fields\./, '')) ?? '',
  );
}

function readCondition(text: string): Condition {
  const [, list] = membership.exec(text) ?? [];
  if (list !== undefined) return ({ lists }) => lists.includes(list);
  const [, name, operator = '', given = ''] = comparison.exec(text) ?? [];
  if (name === undefined)
    throw new Problem(
      refuse(
        400,
        `The sandbox reads comparisons with =, != and LIKE, CONTAINS(list_ids, …) and AND: ${text}`,
        'query',
      ),
    );
  const wanted = given.toLowerCase();
  const isLike = operator.toUpperCase() === 'LIKE';
  const word = wanted.replace(/^%|%$/g, '');
  return (contact) => {
    const value = fieldOf(contact, name).toLowerCase();
    if (!isLike) return (value === wanted) === (operator === '=');
    const isFirst = wanted.startsWith('%') || value.startsWith(word);
    return isFirst && (wanted.endsWith('%') || value.endsWith(word)) && value.includes(word);
  };
}

/**
 * Reads a part of SendGrid's query language: conditions that are joined by `AND`.
 *
 * @throws {Problem} 400 for another query
 */
export function readSearch(query: string): Condition {
  const conditions = query.split(/\sAND\s/i).map((part) => readCondition(part.trim()));
  return (contact) => conditions.every((condition) => condition(contact));
}
