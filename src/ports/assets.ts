export interface Asset {
  bytes: Uint8Array;
  /** Strong, quoted. */
  etag: string;
  /** Compressed once. */
  br: Uint8Array;
  gzip: Uint8Array;
}

/** Built files: the widget, its languages, the scripts and styles of the pages. */
export interface Assets {
  /** By its path in the build's folder, for example `widget.js`; undefined where there is no such file. */
  read(path: string): Promise<Asset | undefined>;
  /** A file composed from others, compressed like them; the most recently used ones are cached. */
  make(text: string): Promise<Asset>;
}
