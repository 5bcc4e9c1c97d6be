export type { FetchedPage, Page, PageCursor, PagedList } from './paginate.ts';
export { paginate } from './paginate.ts';
export { PagingError } from './paging-error.ts';
