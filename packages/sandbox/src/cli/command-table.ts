import type { Command } from './command.ts';
import { env } from './commands/env.ts';
import { exec } from './commands/exec.ts';
import { faultAdd, faultClear, faultList, faultRemove } from './commands/fault.ts';
import { init } from './commands/init.ts';
import { logs } from './commands/logs.ts';
import { mailList, mailShow, mailWait } from './commands/mail.ts';
import { mapBuild } from './commands/map-build.ts';
import { mcp } from './commands/mcp.ts';
import { open } from './commands/open.ts';
import { preview } from './commands/preview.ts';
import { reset } from './commands/reset.ts';
import { load, save } from './commands/state.ts';
import { status } from './commands/status.ts';
import { stop } from './commands/stop.ts';
import { up } from './commands/up.ts';
import { webhookListen, webhookResend, webhookTrigger } from './commands/webhook.ts';

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  up,
  status,
  open,
  exec,
  env,
  logs,
  mailList,
  mailShow,
  mailWait,
  preview,
  faultList,
  faultAdd,
  faultRemove,
  faultClear,
  webhookListen,
  webhookTrigger,
  webhookResend,
  reset,
  save,
  load,
  init,
  mapBuild,
  mcp,
  stop,
];
