export type { FakeAnswer, FakeCall, FakeDriver } from './fake-driver.ts';
export { createFakeDriver } from './fake-driver.ts';
export type { FakeHttpAnswer, FakeRequest, FakeRule, FakeTransport } from './fake-transport.ts';
export { createFakeTransport } from './fake-transport.ts';
export type {
  Answer,
  Fault,
  FaultHandler,
  FaultKind,
  FaultPhase,
  FaultRule,
  RawAnswer,
} from './fault-rules.ts';
export { faultPhases } from './fault-rules.ts';
export type { FaultServer, FaultServerOptions } from './fault-server.ts';
export { startFaultServer } from './fault-server.ts';
export type { Leak } from './leaks.ts';
export { collectLeaks } from './leaks.ts';
export type { ManualRuntime, ManualRuntimeOptions } from './manual-clock.ts';
export { createManualRuntime } from './manual-clock.ts';
export type { OpenResources } from './open-resources.ts';
export { openResources } from './open-resources.ts';
export type { RecordedRequest } from './recorded-request.ts';
