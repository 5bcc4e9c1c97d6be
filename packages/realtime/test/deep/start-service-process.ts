import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface ServiceProcess {
  readonly host: string;
  readonly port: number;
  readonly key: string;
  /** Ends it at once, without a close frame. */
  kill(): Promise<void>;
}

const script = fileURLToPath(new URL('service-process.ts', import.meta.url));

/** Starts the protocol server in a process of its own. */
export async function startServiceProcess({ port = 0 } = {}): Promise<ServiceProcess> {
  const options = ['--conditions=@org/source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...options, script, String(port)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [first] = await once(child.stdout, 'data');
  return {
    host: '127.0.0.1',
    ...JSON.parse(String(first)),
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}
