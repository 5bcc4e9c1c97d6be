import type { OrgErrorFields } from '../errors/org-error.ts';
import { ResponseFormatError } from '../errors/transport-errors.ts';

/**
 * The list does not end: the service returned a cursor twice, or more than `maxPages` pages. Items delivered
 * before are valid. @public
 */
export class PagingError extends ResponseFormatError {
  static override readonly family: string = 'PagingError';
  declare readonly code: 'paging';
  /** Why reading stopped. */
  declare readonly reason: 'cursor-repeated' | 'too-many-pages';

  constructor(fields: OrgErrorFields & { readonly reason?: PagingError['reason'] }) {
    super({ reason: 'cursor-repeated', ...fields } as OrgErrorFields);
  }
}
