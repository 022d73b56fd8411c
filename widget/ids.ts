/** A random UUID, taken from a blob URL: pages without TLS have no `crypto.randomUUID`. */
export const uuid = (): string => URL.createObjectURL(new Blob()).slice(-36);
