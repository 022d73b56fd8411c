/**
 * Characters that a reader does not see, or that change how the text around them reads (Unicode, UAX #9 and
 * DerivedCoreProperties). These are controls, line and paragraph separators, marks and overrides of the
 * direction of writing, and ignorable characters such as zero-width spaces, soft hyphens and tags. Joiners
 * and variation selectors are seen after the scripts that need them, and after emoji.
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

/** The text with each unseen character replaced; nothing takes its place by default. */
export function withoutUnseen(text: string, replacement = ''): string {
  return text.replace(ALL_UNSEEN, replacement);
}

/** The text of a document without unseen characters, but with its white space. */
export function withoutUnseenLetters(text: string): string {
  return text.replace(ALL_UNSEEN, (character) => (/\s/.test(character) ? character : ''));
}

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const ALL_IGNORABLE = new RegExp(IGNORABLE.source, 'gu');

/**
 * The text as words are made of it: soft hyphens, zero-width characters, joiners and marks of the direction
 * of writing divide no word.
 */
export function searchedText(text: string): string {
  return IGNORABLE.test(text) ? text.replace(ALL_IGNORABLE, '') : text;
}
