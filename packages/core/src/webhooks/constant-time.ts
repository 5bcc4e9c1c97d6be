/** Are these texts the same? Takes as long for any two of the given lengths; only the lengths can be learnt from the time. @public */
export function constantTimeEqual(expected: string, given: string): boolean {
  if (expected.length !== given.length) return false;
  let difference = 0;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= expected.charCodeAt(index) ^ given.charCodeAt(index);
  }
  return difference === 0;
}
