/** The variables that a canned reply may name in double braces, for example `{{visitor.name}}`. */
export const CANNED_VARIABLES = ['visitor.name', 'agent.name', 'business.hours'] as const;
export type CannedVariable = (typeof CANNED_VARIABLES)[number];

/** The values of one conversation; a variable whose value is unknown is absent. */
export type CannedValues = Partial<Record<CannedVariable, string>>;

const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;
/** A name in single braces, as other products write a placeholder. */
const SINGLE = /(?<!\{)\{[a-z][\w.]{0,59}\}(?!\})/gi;

/** The maximum length of a name; longer texts in braces are ordinary text. */
const MAX_NAME = 60;

const isVariable = (name: string): name is CannedVariable => CANNED_VARIABLES.some((known) => known === name);

/** The names in double braces, without duplicates, in order. */
function namesIn(text: string): string[] {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => name !== '' && name.length <= MAX_NAME))];
}

/** The variables in a text. A text that still contains one must not be sent. */
export const variablesIn = (text: string): CannedVariable[] => namesIn(text).filter(isVariable);

/** The placeholders that name no variable, or have single braces; they would be sent unchanged. */
export const unknownPlaceholdersIn = (text: string): string[] => [
  ...namesIn(text).flatMap((name) => (isVariable(name) ? [] : [`{{${name}}}`])),
  ...new Set(Array.from(text.matchAll(SINGLE), ([placeholder]) => placeholder)),
];

/** Replaces the variables with a known value; the agent replaces the others. */
export function withCannedValues(text: string, values: CannedValues): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, between: string) => {
    const name = between.trim();
    return isVariable(name) ? (values[name] ?? placeholder) : placeholder;
  });
}
