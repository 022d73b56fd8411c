/** A page's BCP 47 tag in lower case; undefined if invalid. */
export function languageTag(text: string | undefined): string | undefined {
  const tag = text?.trim().replaceAll('_', '-').toLowerCase();
  return tag !== undefined && /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/.test(tag) ? tag : undefined;
}

/** Whether pages in a language are read: `de` also matches `de-at`; pages without a language are read. */
export function isChosenLanguage(
  language: string | undefined,
  chosen: readonly string[] | undefined,
): boolean {
  if (language === undefined || chosen === undefined || chosen.length === 0) return true;
  return chosen.some((one) => language === one || language.startsWith(`${one}-`));
}
