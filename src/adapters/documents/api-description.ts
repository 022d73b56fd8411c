import { parseDocument, type ScalarTag, type Tags } from 'yaml';
import { exactNumber, parseJsonWithLongIntegers } from '../../lib/exact-json.ts';
import { parseOperations, type ParsedApi } from '../../actions/rules/openapi/operations.ts';

/** The most YAML aliases: each can expand to a large part (the "billion laughs" attack). */
const MAX_ALIASES = 100;

/** An integer that a JavaScript number may round; it keeps its digits. */
const LONG_INTEGER: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^-?[1-9]\d{15,}$/,
  resolve: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : exactNumber(text)),
};
const customTags = (tags: Tags): Tags => [LONG_INTEGER, ...tags];

/** Reads an OpenAPI description in JSON or YAML; undefined for any other text. */
export function readApiDescription(text: string, address: string | undefined): ParsedApi | undefined {
  const parsed = parseJsonOrYaml(text);
  return parsed && parseOperations(parsed.value, address);
}

/** Undefined if the text is neither JSON nor YAML. Long integers keep their digits, as ExactNumbers. */
export function parseJsonOrYaml(text: string): { value: unknown } | undefined {
  try {
    return { value: parseJsonWithLongIntegers(text) };
  } catch (error) {
    // Nesting that is too deep; YAML would be read no deeper.
    if (error instanceof RangeError) return undefined;
    if (!(error instanceof SyntaxError)) throw error;
  }
  try {
    // Checking that keys are unique compares each key with all others of its map.
    const document = parseDocument(text, {
      logLevel: 'silent',
      prettyErrors: false,
      strict: false,
      uniqueKeys: false,
      customTags,
    });
    if (document.errors.length > 0) return undefined;
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    // YAML with too many aliases, or with nesting that is too deep.
    if (error instanceof ReferenceError || error instanceof RangeError) return undefined;
    throw error;
  }
}
