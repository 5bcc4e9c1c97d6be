/** The failure of a test: what the driver did, and what it must do. */
export function createIncident(fact: string, advice: string): Error {
  return new Error(`${fact} ${advice}`);
}
