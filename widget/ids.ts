/** A random UUID from a blob URL, because pages without TLS have no `crypto.randomUUID`. */
export const uuid = (): string => URL.createObjectURL(new Blob()).slice(-36);
