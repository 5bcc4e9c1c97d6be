// The platform's signals of React Native. The client itself is `@org/realtime`.
export { type NetInfoState, pageSignals } from './page-signals.ts';
