/** Where the bodies of a service name files by URL: the list, and the fields of its members. */
export interface RemoteFiles {
  /** `attachments`. */
  readonly list: string;
  readonly url: string;
  /** Gets the file, in Base64. */
  readonly content: string;
  /** Gets the last part of the URL's path, where it is absent. */
  readonly name: string;
}
