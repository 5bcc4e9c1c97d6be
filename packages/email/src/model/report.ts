/** Reads one own property of the caller's object; inherited ones do not exist. */
export type Own = (key: string) => unknown;

/** Takes problems as they are found; `path` reads like `to[0]`. */
export type Report = (path: string, message: string) => void;
