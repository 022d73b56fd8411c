import { fold } from '../../../domain/folding.ts';
import { EMOJI_LINES } from './emoji-lines.ts';

export interface Emoji {
  emoji: string;
  /** Its name in Unicode's words. */
  label: string;
  /** Its names between colons, the usual one first. */
  shortcodes: readonly string[];
}

/** Emoji of one kind. */
export interface EmojiGroup {
  name: string;
  emojis: readonly Emoji[];
}

/** Every emoji, in Unicode's order. */
export const EMOJI_GROUPS: readonly EmojiGroup[] = EMOJI_LINES.slice(1).split('\n=').map(groupOf);

const ALL = EMOJI_GROUPS.flatMap(({ emojis }) => emojis);

function groupOf(text: string): EmojiGroup {
  const [name = '', ...lines] = text.split('\n');
  const emojis = lines.map((line): Emoji => {
    const [emoji = '', label = '', ...names] = line.split('\t');
    return { emoji, label, shortcodes: names.length > 0 ? names : [label.replaceAll(' ', '_')] };
  });
  return { name, emojis };
}

/** The emoji of some characters, in their order; unknown ones are left out. */
export function emojisOf(characters: readonly string[]): Emoji[] {
  return characters.flatMap((one) => ALL.find(({ emoji }) => emoji === one) ?? []);
}

/** Sorts after every length of a shortcode. */
const LAST = 100;

/**
 * Each word of the search is the beginning of a word in the names of an emoji. Those with the shortest
 * shortcode that begins with the search come first.
 */
export function matchingEmojis(search: string): Emoji[] {
  const words = wordsOf(search);
  const code = words.join('_');
  const rank = ({ label, shortcodes }: Emoji) => {
    const started = shortcodes.filter((one) => one.startsWith(code)).map(({ length }) => length);
    if (started.length > 0) return Math.min(...started);
    const names = [label, ...shortcodes].flatMap(wordsOf);
    return words.every((word) => names.some((name) => name.startsWith(word))) ? LAST : undefined;
  };
  return ALL.flatMap((emoji) => {
    const at = rank(emoji);
    return at === undefined ? [] : [{ emoji, at }];
  })
    .sort((one, other) => one.at - other.at)
    .map(({ emoji }) => emoji);
}

const wordsOf = (text: string) =>
  fold(text)
    .split(/[\s_:]+|(?<=\w)-/)
    .filter(Boolean);

/** A colon at the start of a word, and two characters of a shortcode, of which one is a letter or a sign. */
const SEARCH = /(?:^|[\s(])(:(?=\S*[a-z+-])[\w+-]{2,30})$/iu;

/** The shortcode that is being typed before the cursor, with its colon; undefined without one. */
export function shortcodeBefore(text: string, cursor: number): string | undefined {
  return SEARCH.exec(text.slice(0, cursor))?.[1];
}
