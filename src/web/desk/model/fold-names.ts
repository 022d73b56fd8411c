/**
 * Removes case and accents, so that a search in names and titles finds them without. It is much smaller than
 * the folding of `src/domain/folding.ts`, which the desk loads on demand.
 */
export const foldNames = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLocaleLowerCase();
