/** Faults that wait for a match, each for a number of times. */
export interface Charges<T> {
  arm(value: T, times: number, subject?: string): void;
  /** Uses the oldest charge for this subject once. A charge without a subject matches all. */
  take(subject: string): T | undefined;
  clear(): void;
}

export function createCharges<T>(): Charges<T> {
  let armed: { readonly value: T; readonly subject: string | undefined; left: number }[] = [];
  return {
    arm(value, times, subject) {
      if (!Number.isInteger(times) || times < 1)
        throw new RangeError(`times must be a positive integer, got ${times}`);
      armed.push({ value, subject, left: times });
    },
    take(subject) {
      const charge = armed.find((each) => each.subject === undefined || each.subject === subject);
      if (charge === undefined) return undefined;
      charge.left -= 1;
      if (charge.left === 0) armed = armed.filter((each) => each !== charge);
      return charge.value;
    },
    clear() {
      armed = [];
    },
  };
}
