/** Language, script and region of a BCP 47 tag; variants and private parts are left out. */
const LANGUAGE_TAG = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-[\da-z]{1,8})*$/i;

/**
 * The English name of the language of a tag; undefined for an unknown one. A tag comes from a visitor's
 * browser and may hold any words, so instructions for a model hold this name and never the tag.
 */
export function languageName(tag: string): string | undefined {
  const [, language, script, region] = LANGUAGE_TAG.exec(tag) ?? [];
  if (language === undefined) return undefined;
  const names = new Intl.DisplayNames('en', {
    type: 'language',
    languageDisplay: 'standard',
    fallback: 'none',
  });
  const full = [language, script, region].filter((part) => part !== undefined).join('-');
  return names.of(full) ?? names.of(language);
}
