import { NetworkError, realWork } from '@org/core/basics';
import type { DiagnosedClient } from './diagnose.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import type { DiagnosticReport } from './report.ts';

/** Loads the code of `diagnose`, and runs it. The next call retries a failed load. */
export async function loadAndDiagnose(
  client: DiagnosedClient,
  options: DiagnoseOptions | undefined,
): Promise<DiagnosticReport> {
  const { diagnose } = await realWork
    .run(() => import('./diagnose.ts'))
    .catch((cause: unknown) => {
      const message = 'The code of diagnose did not load.';
      throw new NetworkError({ message, provider: 'realtime', retryable: true, cause });
    });
  return diagnose(client, options);
}
