import { context, type Tracer } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';

/** The real SDK, with everything it would send kept in memory. */
export interface Telemetry extends AsyncDisposable {
  readonly tracerProvider: BasicTracerProvider;
  readonly meterProvider: MeterProvider;
  readonly tracer: Tracer;
  /** Finished spans, by name. */
  spans(): readonly ReadableSpan[];
  span(name: string): ReadableSpan;
  /** The metric's values for each set of attributes: the sum, or the count and sum of a histogram. */
  metric(name: string): Promise<readonly { readonly attributes: object; readonly value: unknown }[]>;
  metrics(): Promise<unknown>;
}

export function startTelemetry(): Telemetry {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const metricExporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 3_600_000,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const metrics = async () => {
    await reader.forceFlush();
    return (
      metricExporter
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
    );
  };
  return {
    tracerProvider,
    meterProvider,
    tracer: tracerProvider.getTracer('the test'),
    spans: () => exporter.getFinishedSpans(),
    span(name) {
      const [found, ...more] = exporter.getFinishedSpans().filter((span) => span.name === name);
      const all = exporter.getFinishedSpans().map((span) => span.name);
      if (found === undefined || more.length > 0)
        throw new Error(`not one "${name}" among ${all.join(', ')}`);
      return found;
    },
    async metric(name) {
      const points = (await metrics()).filter(({ descriptor }) => descriptor.name === name);
      return points
        .flatMap(({ dataPoints }) => [...dataPoints])
        .map(({ attributes, value }) => ({
          attributes,
          value:
            typeof value === 'object' && 'count' in value ? { count: value.count, sum: value.sum } : value,
        }));
    },
    metrics,
    async [Symbol.asyncDispose]() {
      context.disable();
      await tracerProvider.shutdown();
      await meterProvider.shutdown();
    },
  };
}
