// A run of parts: bounded fan-out, ends, and the ledger that a later run resumes from.
export { untilAborted } from '../time/until-aborted.ts';
export { type DuePart, type EarlierPart, type PartLedger, throughLedger } from './ledger.ts';
export type { EndedPart, PartContext, PartSource, PartsOptions, PartVerdict } from './parts-options.ts';
export { allParts, PartsRun } from './parts-run.ts';
