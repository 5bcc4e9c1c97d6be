import { readPageFile } from '#page-files';

/** One feature of HTML or CSS, and its support by mail programs. Source: caniemail.com, its `data.json`. */
export interface CaniemailFeature {
  readonly slug: string;
  readonly title: string;
  /** Markdown. */
  readonly description: string | null;
  readonly url: string;
  readonly category: string;
  readonly tags: readonly string[];
  /** Family → platform → version → `y`, `n`, `a` (partly) or `u` (unknown), with its notes: `a #1`. */
  readonly stats: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>;
  readonly notes_by_num: Readonly<Record<string, string>> | null;
}

/** The data, as the build keeps it. */
export interface Caniemail {
  readonly last_update_date: string;
  readonly nicenames: {
    readonly family: Readonly<Record<string, string>>;
    readonly platform: Readonly<Record<string, string>>;
  };
  readonly data: readonly CaniemailFeature[];
}

/** Reads the data of the package, which the build trimmed. */
export async function readCaniemail(): Promise<Caniemail> {
  return JSON.parse(new TextDecoder().decode(await readPageFile('caniemail.json')));
}
