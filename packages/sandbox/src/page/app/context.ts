/** What the server says about itself. */
export interface SandboxInfo {
  readonly views: {
    readonly inbox: boolean;
    readonly map: 'off' | 'own-map' | 'town';
    readonly channels: boolean;
  };
  readonly env: Readonly<Record<string, string>>;
}

/** What every view gets. */
export interface ViewProps {
  readonly info: SandboxInfo;
  /** The parts of the hash after the name of the view. */
  readonly path: readonly string[];
}
