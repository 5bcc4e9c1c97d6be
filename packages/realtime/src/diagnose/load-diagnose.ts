import { loadPrivateRoom } from '../channels/private/load-private-channels.ts';
import { loadCode, networkFailure } from '../internal/load-code.ts';
import type { DiagnosedClient } from './diagnose.ts';
import type { DiagnoseOptions } from './diagnose-options.ts';
import type { DiagnosticReport } from './report.ts';

/** Loads the code of `diagnose`, and runs it. The next call retries a failed load. */
export async function loadAndDiagnose(
  client: DiagnosedClient,
  options: DiagnoseOptions | undefined,
): Promise<DiagnosticReport> {
  const { diagnose } = await loadCode('of diagnose', () => import('./diagnose.ts'), networkFailure);
  return diagnose(client, options, loadPrivateRoom);
}
