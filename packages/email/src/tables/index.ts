// The stores and errors of a driver as tables, for an own driver and for `generic()`.
export {
  classifyByCodes,
  type ErrorKind,
  emailFailureKinds,
  failureOfThrown,
  refusedAs,
} from './failure-kinds.ts';
export {
  type StoreService,
  type StoreTable,
  type StoreTables,
  type SuppressionTable,
  storeNames,
  storePlaces,
  type TablePaging,
} from './store-table.ts';
export { readSuppression, type SuppressionFields, suppressionsAt } from './suppressions.ts';
export { tableStores } from './table-stores.ts';
