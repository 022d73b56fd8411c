/** A random UUID. Pages without TLS have no `crypto.randomUUID`, but each of their blobs has such a name. */
export const uuid = (): string =>
  window.isSecureContext ? crypto.randomUUID() : URL.createObjectURL(new Blob()).slice(-36);
