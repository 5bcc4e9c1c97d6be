/** One SDK: what a program writes. */
export interface SdkLine {
  readonly language: 'Node' | 'Python' | 'Go' | 'PHP' | 'Ruby' | 'Java';
  /** As its registry has it. */
  readonly name: string;
  readonly version: string;
  /** The line of the page. */
  readonly line: string;
  /** The program around the line, which stands in place of `LINE`; it sends to bob@example.com. */
  readonly send?: string;
  /** The file in its repository that has the option. */
  readonly source?: string;
}
