/**
 * The first letters of the first and the last word of a name. A word has letters or digits of any script, and
 * may contain vowel signs, accents and apostrophes.
 */
export const initials = (name: string): string => {
  const letters = name.match(/(?<![\p{L}\p{M}\p{N}]['’]?)[\p{L}\p{N}]/gu) ?? [];
  return `${letters.shift() ?? ''}${letters.pop() ?? ''}`.toUpperCase();
};
