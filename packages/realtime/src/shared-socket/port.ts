/** The client of one tab, as the multiplexer sees it. @internal */
export interface Port {
  deliver(text: string): void;
}
