import { OrgError } from '@org/core';

/**
 * There is no connection and there will be none without a change: the service said not to come back (close codes 4001 to 4099), or no socket could be
 * made here. `status` is the close code. `connect()` tries again.
 *
 * @public
 */
export class ConnectionRefusedError extends OrgError {
  static override readonly family: string = 'ConnectionRefusedError';
  declare readonly code: 'connection-refused';
}

/** The connection was lost or could not be made; the client comes back by itself. `status` is the close code, if there was one. @public */
export class ConnectionLostError extends OrgError {
  static override readonly family: string = 'ConnectionLostError';
  declare readonly code: 'connection-lost';
}

/** The service sent something that the protocol does not have. The message says what; the frame was ignored. @public */
export class ProtocolError extends OrgError {
  static override readonly family: string = 'ProtocolError';
  declare readonly code: 'protocol';
}

/** The service reported a problem that belongs to no pending subscription. The connection goes on. @public */
export class ServiceReportedError extends OrgError {
  static override readonly family: string = 'ServiceReportedError';
  declare readonly code: 'service-reported';
}
