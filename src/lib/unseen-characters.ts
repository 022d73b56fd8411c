/**
 * Invisible and direction characters (Unicode, UAX #9 and DerivedCoreProperties): controls, line and
 * paragraph separators, bidirectional marks and overrides, and ignorable characters such as zero-width
 * spaces, soft hyphens and tags. Joiners and variation selectors are allowed after emoji and in scripts that
 * need them.
 */
const SCRIPTS = String.raw`\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}`;
const JOINED = String.raw`(?<=[${SCRIPTS}]|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)[\u200c\u200d\ufe0e\ufe0f]`;
const UNSEEN = new RegExp(
  String.raw`(?!${JOINED})[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`,
  'u',
);
const ALL_UNSEEN = new RegExp(UNSEEN.source, 'gu');

export function hasUnseen(text: string): boolean {
  return UNSEEN.test(text);
}

const SEEN = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a text has a character that a person can see. */
export function hasSeen(text: string): boolean {
  return SEEN.test(text);
}

/** Replaces each invisible character; default: removes it. */
export function withoutUnseen(text: string, replacement = ''): string {
  return text.replace(ALL_UNSEEN, replacement);
}

/** Removes invisible characters except for white space. */
export function withoutUnseenLetters(text: string): string {
  return text.replace(ALL_UNSEEN, (character) => (/\s/.test(character) ? character : ''));
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const ALL_IGNORABLE = new RegExp(IGNORABLE.source, 'gu');

/**
 * Removes characters that do not separate words: soft hyphens, zero-width characters, joiners and
 * bidirectional marks.
 */
export function searchedText(text: string): string {
  return IGNORABLE.test(text) ? text.replace(ALL_IGNORABLE, '') : text;
}
