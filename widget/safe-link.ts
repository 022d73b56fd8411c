/** A safe link URL: http, https, mailto or tel; undefined for any other. */
export const safeLink = (address: string): string | undefined =>
  /^(https?:\/\/|mailto:|tel:)/i.test(address) ? address : undefined;
