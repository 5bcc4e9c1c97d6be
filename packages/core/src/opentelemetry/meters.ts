import { type Meter, type MeterProvider, metrics } from '@opentelemetry/api';
import { version } from '../http/user-agent.ts';

export type Meters = ReturnType<typeof makeMeters>;

/**
 * The instruments of the given provider, or of the current global one. A provider that is registered later is
 * used from then on.
 */
export function createMeters(given: MeterProvider | undefined): () => Meters {
  let provider: MeterProvider | undefined;
  let meters: Meters | undefined;
  return () => {
    const current = given ?? metrics.getMeterProvider();
    if (meters === undefined || current !== provider) {
      provider = current;
      meters = makeMeters(current.getMeter('@org/core', version));
    }
    return meters;
  };
}

// Source: the boundaries that the semantic conventions advise for http.client.request.duration.
const shortSeconds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const longSeconds = [...shortSeconds, 30, 60, 120];

function makeMeters(meter: Meter) {
  const seconds = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries } });
  return {
    operationDuration: seconds(
      'org.client.operation.duration',
      'Duration of calls, with all their attempts and waits.',
      longSeconds,
    ),
    attempts: meter.createCounter('org.client.attempts', {
      unit: '{attempt}',
      description: 'Attempts that ended.',
    }),
    retries: meter.createCounter('org.client.retries', {
      unit: '{retry}',
      description: 'Attempts that failed and were followed by another.',
    }),
    limiterWait: seconds(
      'org.client.limiter.wait.duration',
      'Duration of the waits of calls for their limiter, without calls that started at once.',
      longSeconds,
    ),
    queueLength: meter.createUpDownCounter('org.client.limiter.queue.length', {
      unit: '{call}',
      description: 'Calls that wait for their limiter.',
    }),
    quotaRemaining: meter.createGauge('org.client.quota.remaining', {
      unit: '{request}',
      description: 'Remaining units of a quota, as last reported by the service.',
    }),
    requestDuration: seconds(
      'http.client.request.duration',
      'Duration of HTTP client requests.',
      shortSeconds,
    ),
  };
}
