/** A random UUID, as the browser gives one to each blob: pages without TLS have no `crypto.randomUUID`. */
export const uuid = (): string => URL.createObjectURL(new Blob()).slice(-36);
