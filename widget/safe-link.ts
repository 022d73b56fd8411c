/** The address if it is http, https, mailto or tel; undefined otherwise. */
export const safeLink = (address: string): string | undefined =>
  /^(https?:\/\/|mailto:|tel:)/i.test(address) ? address : undefined;
