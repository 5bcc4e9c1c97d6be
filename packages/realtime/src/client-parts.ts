import type { Authorization } from './channels/private/load-private-channels.ts';
import type { PrivateChannelsContext } from './channels/private/private-channels.ts';
import type { ChannelParts } from './channels/subscription/channel-context.ts';
import type { DiagnosedClient } from './diagnose/diagnose.ts';
import type { DiagnoseOptions } from './diagnose/diagnose-options.ts';
import type { DiagnosticReport } from './diagnose/report.ts';
import type { UserGate } from './user/load-user-room.ts';
import type { SignInContext } from './user/sign-in-context.ts';

/** The code of a client that loads later, is in the program, or is missing. */
export interface ClientParts extends ChannelParts {
  readonly authorization: (context: PrivateChannelsContext) => Authorization;
  readonly user: (context: SignInContext) => UserGate;
  readonly diagnose: (
    client: DiagnosedClient,
    options: DiagnoseOptions | undefined,
  ) => Promise<DiagnosticReport>;
}
