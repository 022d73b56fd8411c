/**
 * The first letters of the first and last word of a name. Words can have letters and digits of any script,
 * with vowel signs, accents and apostrophes.
 */
export const initials = (name: string): string => {
  const letters = name.match(/(?<![\p{L}\p{M}\p{N}]['’]?)[\p{L}\p{N}]/gu) ?? [];
  return `${letters.shift() ?? ''}${letters.pop() ?? ''}`.toUpperCase();
};
