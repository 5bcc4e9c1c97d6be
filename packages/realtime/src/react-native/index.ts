// The platform's signals of React Native. The client itself is `@org/realtime`.
export {
  type AppStateLike,
  type NetInfoLike,
  type NetInfoState,
  type PageSignalsOptions,
  pageSignals,
} from './page-signals.ts';
