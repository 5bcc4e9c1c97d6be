// Instruments node:http before its first use, and prints the client spans of one request. Usage:
// <own|theirs> <url>
import { createRequire } from 'node:module';
import { SpanKind } from '@opentelemetry/api';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { createServiceClient, noAuth } from '../src/index.ts';
import { createNodeTransport } from '../src/node/index.ts';
import { instrument } from '../src/opentelemetry/index.ts';
import { startTelemetry } from './telemetry.ts';

const [whose, baseUrl = ''] = process.argv.slice(2);
const telemetry = startTelemetry();
const { tracerProvider } = telemetry;
new HttpInstrumentation().setTracerProvider(tracerProvider);
// It wraps the module when somebody requires it, as any dependency that is CommonJS does.
createRequire(import.meta.url)('http');

const instrumentation = instrument({ tracerProvider, http: whose === 'own' });
const service = { name: 'acme', baseUrl, auth: noAuth() };
const client = createServiceClient(service, { transport: createNodeTransport(), instrumentation });
await client.request({ method: 'GET', path: '/things' });

const call = telemetry.span('acme request').spanContext().spanId;
const requests = telemetry.spans().filter(({ kind }) => kind === SpanKind.CLIENT);
const told = requests.map(({ instrumentationScope, parentSpanContext }) => ({
  scope: instrumentationScope.name,
  isChildOfCall: parentSpanContext?.spanId === call,
}));
process.stdout.write(JSON.stringify(told));
process.exit();
