/**
 * How far an attempt came. Until `data` is over nothing was handed over, since a server must forget a message whose end it never saw; in `final`
 * the end may have arrived, and only the server's reply tells (RFC 5321 section 4.1.1.4, RFC 1047).
 */
export type SmtpPhase = 'connect' | 'greeting' | 'auth' | 'envelope' | 'data' | 'final';

const names: Record<SmtpPhase, string> = {
  connect: 'connecting',
  greeting: 'the greeting and TLS',
  auth: 'signing in',
  envelope: 'naming sender and recipients',
  data: 'handing over the message',
  final: 'waiting for the word that it was accepted',
};

export function describePhase(phase: SmtpPhase): string {
  return names[phase];
}
