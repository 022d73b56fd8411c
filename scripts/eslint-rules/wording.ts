type RefusedPattern = readonly [pattern: RegExp, advice: string];

/** The most words in a sentence. */
const MAX_WORDS = 35;

/** Words that hide the actor. Refused in comments, titles of tests and documents. */
const RIDDLES: readonly RefusedPattern[] = [
  [/\b(whoever|nobody|somebody|anybody)(?:'s)?\b/i, 'name the part of the system: "the caller", "no agent"'],
  [/\bthereby\b/i, 'write two sentences'],
  [/\bmend(s|ed|ing)?\b/i, 'write "repair" or "retry"'],
  [/\bin (one's|its|whose|someone's|their|another's) way\b/i, 'name the conflict'],
  [/\bin hand\b/i, 'write "being handled" or "held"'],
];

/** Words and phrases that are refused in comments and documents. */
const IN_PROSE: readonly RefusedPattern[] = [
  ...RIDDLES,
  [
    /\b(?:is|are|was|were|has|have|there|counts? as) none\b/i,
    'write "missing", "invalid", "empty" or "undefined"',
  ],
  [/\bthat (?:is|are) no (?!longer\b)\w+/i, 'write "that is not a …", or name what it is'],
  [
    /\bwhere (?:known|given|possible|none|one is|there (?:is|are|was|were) (?:none|no|one)|it has (?:none|one|no))\b/i,
    'a condition begins with "if"',
  ],
  [/\bat once\b/i, 'write "immediately", "together" or "concurrently"'],
  [/\balone\b/i, 'write "only"'],
  [/\bbesides?\b/i, 'write "next to", "in addition to" or "compared with"'],
  [/\bof (?:its|their|his|her|your|one's) own\b/i, 'write "separate" or "its"'],
  [/\bmeanwhile\b/i, 'write "in the meantime"'],
  [/\banew\b/i, 'write "again"'],
  [/\bby (?:itself|themselves)\b/i, 'write "automatically" or "without …"'],
  [/\b(?:tells|told)\b/i, 'write "returns", "shows", "notifies" or "reports"'],
];

/** Refused sentence beginnings, except in questions. */
const AT_THE_START: readonly RefusedPattern[] = [
  [/^What\b(?!.*\?$)/, 'name the thing'],
  [/^Where\b(?!.*\?$)/, 'a condition begins with "if"'],
];

/** Phrases that are refused in texts of pages, errors and the API description. */
const IN_TEXTS: readonly RefusedPattern[] = [
  [/\b(whoever|nobody|somebody)\b/i, 'name the person: "an agent", "no agent"'],
  [/\bplease\b/i, 'leave it out'],
  [/\bby itself\b/i, 'write "automatically"'],
  [/\bcolours?\b/i, 'write "color"'],
  [/, or (?:none|not)(?=[.?!]|$)/i, 'name both cases'],
  [/\bnot known\b/i, 'write "unknown"'],
  [/\b(?:in|holds?) no(?:thing)? (?:figure|text|to)\b/i, 'say what is missing'],
  [/\bof themselves\b|\bits alone\b/i, 'name the thing'],
  [/\b(?:still|visitor) waits\b/i, 'write "is waiting"'],
  [/^(?:Whether|What you|Which)\b[^?.]*$/, 'write a label or a question'],
];

/** Words that are refused in names, with the glossary's word. */
const IN_NAMES: ReadonlyMap<string, string> = new Map([
  ...['anybody', 'nobody', 'somebody', 'whoever'].map((word) => [word, 'name the role'] as const),
  ['anew', 'again, new'],
  ['lately', 'recent'],
  ['mend', 'repair, retry'],
  ['stranger', 'untrusted'],
  ['thereby', 'by'],
  ['trouble', 'error, notice'],
  ['turnstile', 'mutex'],
]);

export interface WordingProblem {
  /** The refused words as they are in the text. */
  found: string;
  advice: string;
}

/** The problems of a comment or paragraph. Inline code is ignored. */
export function wordingProblems(prose: string): WordingProblem[] {
  const text = prose.replaceAll(/`[^`]*`/g, '`…`').replaceAll(/\s+/g, ' ');
  return [
    ...foundBy(IN_PROSE, text),
    ...sentencesOf(text).flatMap((sentence) => [...foundBy(AT_THE_START, sentence), ...tooLong(sentence)]),
  ];
}

/** The problems of a test's title. */
export function titleProblems(title: string): WordingProblem[] {
  return foundBy(RIDDLES, title);
}

/** The problems of a text on a page. */
export function textProblems(text: string): WordingProblem[] {
  // A single word is a code or a class name.
  return /\S\s+\S/.test(text) ? foundBy(IN_TEXTS, text.replaceAll(/\s+/g, ' ').trim()) : [];
}

/** The problems of a name. `startAgain`, `START_AGAIN` and `Start-again` have the same words. */
export function nameProblems(name: string): WordingProblem[] {
  const words = name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.split(/[^a-z\d]+/).flatMap((found) => {
    const advice = IN_NAMES.get(found);
    return advice === undefined ? [] : [{ found, advice }];
  });
}

function foundBy(patterns: readonly RefusedPattern[], text: string): WordingProblem[] {
  return patterns.flatMap(([pattern, advice]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [{ found, advice }];
  });
}

/** Splits a paragraph into sentences: at punctuation before a space and a capital letter or code. */
export function sentencesOf(text: string): string[] {
  return text.trim().split(/(?<=[.!?])\s+(?=["“(]?[`\p{Lu}])/u);
}

function tooLong(sentence: string): WordingProblem[] {
  const words = sentence.split(' ');
  if (words.length <= MAX_WORDS) return [];
  return [
    { found: `${words.slice(0, 5).join(' ')} …`, advice: `write sentences of ${MAX_WORDS} words at most` },
  ];
}
