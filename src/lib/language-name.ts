/** Captures language, script and region of a BCP 47 tag, without variants and private parts. */
const LANGUAGE_TAG = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?(?:-[\da-z]{1,8})*$/i;

/**
 * The English name of a BCP 47 tag's language; undefined if unknown. Use it in prompts in place of the tag,
 * because a tag comes from the visitor's browser and can contain any text (prompt injection).
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
