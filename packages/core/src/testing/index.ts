export { createFakeDriver, type FakeAnswer, type FakeCall, type FakeDriver } from './fake-driver.ts';
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
export { type FaultServer, startFaultServer } from './fault-server.ts';
export { collectLeaks, type Leak } from './leaks.ts';
export { createManualRuntime, type ManualRuntime } from './manual-clock.ts';
export { type OpenResources, openResources } from './open-resources.ts';
export type { RecordedRequest } from './recorded-request.ts';
export { testReplayStore } from './test-replay-store.ts';
