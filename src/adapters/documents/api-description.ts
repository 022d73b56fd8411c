import { parseDocument } from 'yaml';
import { parseOperations, type ParsedApi } from '../../actions/rules/openapi/operations.ts';

/** The most YAML aliases: each can expand to a large part (the "billion laughs" attack). */
const MAX_ALIASES = 100;

/** Reads an OpenAPI description in JSON or YAML; undefined for any other text. */
export function readApiDescription(text: string, address: string | undefined): ParsedApi | undefined {
  const parsed = parseJsonOrYaml(text);
  return parsed && parseOperations(parsed.value, address);
}

/** Undefined if the text is neither JSON nor YAML. */
export function parseJsonOrYaml(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  try {
    // Checking that keys are unique compares each key with all others of its map.
    const document = parseDocument(text, {
      logLevel: 'silent',
      prettyErrors: false,
      strict: false,
      uniqueKeys: false,
    });
    if (document.errors.length > 0) return undefined;
    return { value: document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown };
  } catch (error) {
    // YAML with too many aliases, or with nesting that is too deep.
    if (error instanceof ReferenceError || error instanceof RangeError) return undefined;
    throw error;
  }
}
