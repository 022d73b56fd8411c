/** The first letters of the first and the last word of a name; a word has letters or digits of any script. */
export const initials = (name: string): string => {
  const letters = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [];
  return `${letters.shift() ?? ''}${letters.pop() ?? ''}`.toUpperCase();
};
