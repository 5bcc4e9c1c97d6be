/** The client of one tab, as the multiplexer sees it. */
export interface Port {
  deliver(text: string): void;
}
