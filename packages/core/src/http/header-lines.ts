/** The headers of an answer, looked through when somebody asks for one: few of them are there, and each is read once or never. */
export class HeaderLines {
  readonly #lines: readonly string[];

  /** Names, in any case, and values in turn. */
  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** The fields of a header as one, as `Headers` gives it. */
  get(name: string): string | null {
    const lines = this.#lines;
    const lower = name.toLowerCase();
    let whole: string | null = null;
    for (let at = 0; at < lines.length; at += 2) {
      const candidate = lines[at] as string;
      if (candidate.length !== lower.length || candidate.toLowerCase() !== lower) continue;
      const value = lines[at + 1] as string;
      whole = whole === null ? value : `${whole}, ${value}`;
    }
    return whole;
  }
}
