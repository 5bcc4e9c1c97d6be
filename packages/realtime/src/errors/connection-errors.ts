import { OrgError } from '@org/core/basics';

/**
 * The connection failed and the client does not reconnect: the service forbids it (close codes 4001 to 4099),
 * or this platform cannot open a socket. `status` is the close code. `connect()` makes another attempt.
 * @public
 */
export class ConnectionRefusedError extends OrgError {
  static override readonly family: string = 'ConnectionRefusedError';
  declare readonly code: 'connection-refused';
}

/**
 * The connection was lost or could not be opened. The client reconnects automatically. `status` is the close
 * code, if there is one. @public
 */
export class ConnectionLostError extends OrgError {
  static override readonly family: string = 'ConnectionLostError';
  declare readonly code: 'connection-lost';
}

/** The service sent a frame that the protocol does not have. The frame was ignored. @public */
export class ProtocolError extends OrgError {
  static override readonly family: string = 'ProtocolError';
  declare readonly code: 'protocol';
}

/**
 * The service reported an error that belongs to no pending subscription. The connection continues. @public
 */
export class ServiceReportedError extends OrgError {
  static override readonly family: string = 'ServiceReportedError';
  declare readonly code: 'service-reported';
}
