import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../../test/support/free-port.ts';

/** A real mail server on this machine, which passes every mail on to a sink. */
export interface MailServer {
  readonly port: number;
  /** What it logged. */
  readonly log: () => string;
  close(): Promise<void>;
}

export type MailServerName = 'postfix' | 'exim';

export const maxMessageBytes = 30_000_000;

const programs: Readonly<Record<MailServerName, readonly (string | undefined)[]>> = {
  postfix: [process.env['POSTFIX_PATH'], '/usr/sbin/postfix'],
  exim: [process.env['EXIM_PATH'], '/usr/sbin/exim4'],
};

/** The program; `undefined` where it is missing, or cannot run because this user is not root. */
export function findMailServer(name: MailServerName): string | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return programs[name].find((path) => path !== undefined && existsSync(path));
}

/** `changes` are settings of Postfix. */
export async function startMailServer(
  name: MailServerName,
  sinkPort: number,
  changes: Readonly<Record<string, string>> = {},
): Promise<MailServer> {
  const program = findMailServer(name) ?? '';
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), `${name}-`));
  chmodSync(folder, 0o755);
  const parameters =
    name === 'postfix'
      ? configurePostfix(folder, port, sinkPort, changes)
      : configureExim(folder, port, sinkPort);
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('latin1');
    });
  const log = () => output + logFiles.map((file) => readIfThere(join(folder, file))).join('');
  await untilGreeted(port, child, log);
  return {
    port,
    log,
    async close() {
      await ended(child, Number(readIfThere(join(folder, 'spool/pid/master.pid'))));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const logFiles = ['mail.log', 'log/mainlog', 'log/paniclog'];

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'latin1') : '';
}

/** `postfix start-fg` with an own configuration, queue and log. */
function configurePostfix(
  folder: string,
  port: number,
  sinkPort: number,
  changes: Readonly<Record<string, string>>,
): string[] {
  const config = join(folder, 'config');
  for (const name of ['config', 'spool', 'data']) mkdirSync(join(folder, name));
  execFileSync('chown', ['postfix', join(folder, 'data')]);
  const settings = {
    compatibility_level: '3.6',
    queue_directory: join(folder, 'spool'),
    data_directory: join(folder, 'data'),
    command_directory: '/usr/sbin',
    daemon_directory: '/usr/lib/postfix/sbin',
    mail_owner: 'postfix',
    setgid_group: 'postdrop',
    maillog_file: join(folder, 'mail.log'),
    maillog_file_prefixes: folder,
    myhostname: 'postfix.test',
    mydestination: '',
    mynetworks: '127.0.0.0/8',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    relayhost: `[127.0.0.1]:${sinkPort}`,
    default_transport: 'smtp',
    smtpd_relay_restrictions: 'permit_mynetworks, reject',
    smtpd_recipient_restrictions: 'check_recipient_access inline:{{unknown@=550 5.1.1 No such user}}, permit',
    message_size_limit: maxMessageBytes,
    smtputf8_enable: 'yes',
    smtp_line_length_limit: '0',
    smtpd_recipient_limit: '1000',
    alias_maps: '',
    local_recipient_maps: '',
    ...changes,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  writeFileSync(join(config, 'main.cf'), `${lines.join('\n')}\n`);
  const services = [
    `127.0.0.1:${port} inet n - n - - smtpd`,
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
    'bounce unix - - n - 0 bounce',
    'defer unix - - n - 0 bounce',
    'trace unix - - n - 0 bounce',
    'smtp unix - - n - - smtp',
    'relay unix - - n - - smtp',
    'error unix - - n - - error',
    'retry unix - - n - - error',
    'anvil unix - - n - 1 anvil',
    'scache unix - - n - 1 scache',
    'proxymap unix - - n - - proxymap',
    'tlsmgr unix - - n 1000? 1 tlsmgr',
    'pickup unix n - n 60 1 pickup',
    'showq unix n - n - - showq',
    'flush unix n - n 1000? 0 flush',
    'postlog unix-dgram n - n - 1 postlogd',
  ];
  writeFileSync(join(config, 'master.cf'), `${services.join('\n')}\n`);
  return ['-c', config, 'start-fg'];
}

function configureExim(folder: string, port: number, sinkPort: number): string[] {
  for (const name of ['spool', 'log']) {
    mkdirSync(join(folder, name));
    chmodSync(join(folder, name), 0o777);
  }
  const config = join(folder, 'exim.conf');
  writeFileSync(
    config,
    `
primary_hostname = exim.test
exim_path = ${findMailServer('exim')}
smtp_accept_queue_per_connection = 0
spool_directory = ${join(folder, 'spool')}
log_file_path = ${join(folder, 'log')}/%slog
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${port}
notifier_socket =
tls_advertise_hosts =
smtputf8_advertise_hosts = *
dsn_advertise_hosts = *
message_size_limit = ${maxMessageBytes}
acl_smtp_rcpt = recipients
acl_smtp_data = everything
begin acl
recipients:
  deny local_parts = unknown
       message = 550 5.1.1 No such user
  accept
everything:
  accept
begin routers
sink:
  driver = manualroute
  route_list = * 127.0.0.1::${sinkPort} byname
  self = send
  transport = sink
begin transports
sink:
  driver = smtp
  allow_localhost
  message_linelength_limit = 1000000
begin retry
* * F,1m,1s
`,
  );
  chmodSync(config, 0o644);
  return ['-C', config, '-bdf', '-oP', join(folder, 'exim.pid')];
}

async function untilGreeted(port: number, child: ChildProcess, log: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    if (child.exitCode !== null) throw new Error(`the mail server ended: ${log()}`);
    if (await isGreeting(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the mail server did not start: ${log()}`);
}

function isGreeting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (chunk) => {
      resolve(chunk.toString().startsWith('220'));
      socket.end('QUIT\r\n');
    });
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
  });
}

/** Postfix starts a master of its own, whose end ends the first process. */
function ended(child: ChildProcess, masterPid: number): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.once('exit', () => resolve());
    if (masterPid > 0) process.kill(masterPid, 'SIGTERM');
    else child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
  });
}
