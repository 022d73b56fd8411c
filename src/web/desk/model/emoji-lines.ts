import { gemoji } from 'gemoji';

/**
 * Emoji 15 (2022) and later: the systems of many visitors have no image for them. The package does not say
 * in which version an emoji came.
 */
const NEWER =
  /[\u{1F6DC}\u{1FA75}-\u{1FA77}\u{1FA87}\u{1FA88}\u{1FAAD}-\u{1FAAF}\u{1FABB}-\u{1FABD}\u{1FABF}\u{1FACE}\u{1FACF}\u{1FADA}\u{1FADB}\u{1FAE8}\u{1FAF7}\u{1FAF8}]|\u{1F426}\u{200D}\u{2B1B}/u;

/** Flags of countries, two regional indicators each (UTS #51, 1.4.4): Windows shows them as two letters. */
const COUNTRY_FLAG = /^\p{Regional_Indicator}/u;

/**
 * The emoji by groups. A group is a line with `=` and its name, and a line for each emoji: the emoji, its
 * label, and its shortcodes that differ from the label. Skin tones are left out. The build puts only this
 * text into the page (`scripts/build-parts.ts`).
 */
export const EMOJI_LINES: string = Array.from(
  Map.groupBy(
    gemoji.filter(({ emoji }) => !NEWER.test(emoji) && !COUNTRY_FLAG.test(emoji)),
    ({ category }) => category.replace(' & ', ' and '),
  ),
  ([category, emojis]) => [
    `=${category.charAt(0)}${category.slice(1).toLowerCase()}`,
    ...emojis.map(({ emoji, description, names }) =>
      [emoji, description, ...names.filter((name) => name !== description.replaceAll(' ', '_'))].join('\t'),
    ),
  ],
)
  .flat()
  .join('\n');
