import type { Rows } from '../store/typed-rows.ts';

/** Adds all rows or none: a row that the table refuses takes back those before it. @throws as `add` */
export function addAll<Fields extends object>(table: Rows<Fields>, rows: readonly Fields[]): void {
  const added: string[] = [];
  try {
    for (const row of rows) added.push(table.add(row).id);
  } catch (error) {
    for (const id of added) table.delete(id);
    throw error;
  }
}
