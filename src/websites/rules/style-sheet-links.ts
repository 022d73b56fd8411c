const LINK = /<link\b[^<>]*>/gi;
const ATTRIBUTE =
  /(?<![\w-])(rel|href|media|disabled)(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
/** Media that do not apply to a screen. */
const OTHER_MEDIUM = /^\s*(?:print|speech|only print)\b/i;

/** The addresses of the style sheets that a page links for screens. */
export function styleSheetLinks(html: string): string[] {
  return Array.from(html.matchAll(LINK), ([tag]) => {
    const found = Array.from(
      tag.matchAll(ATTRIBUTE),
      ([, name = '', ...values]) =>
        [name.toLowerCase(), values.find((value) => typeof value === 'string') ?? ''] as const,
    );
    const { rel = '', href, media = '', disabled } = Object.fromEntries<string | undefined>(found);
    const isApplied =
      /(?:^|\s)stylesheet(?:\s|$)/i.test(rel) && !/alternate/i.test(rel) && disabled === undefined;
    return isApplied && href !== undefined && !OTHER_MEDIUM.test(media) ? href.replaceAll('&amp;', '&') : '';
  }).filter((href) => href !== '');
}
