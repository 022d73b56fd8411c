import type { ParsedApi } from './rules/openapi/operations.ts';
import { invalidField } from '../core/errors.ts';
import type { DocumentReader, Ports, RequestBudget } from '../ports.ts';

type Dependencies = Pick<Ports, 'apiDescriptions'> & {
  documentReader: Pick<DocumentReader, 'readApi'>;
  requestBudget: Pick<RequestBudget, 'pause'>;
};

/** Converts API descriptions to actions. */
export function apiReading({ apiDescriptions, documentReader, requestBudget }: Dependencies) {
  return {
    /**
     * Parses an OpenAPI 3 description from a URL or a text. Nothing is stored. Throws `validation-failed`, or
     * a code of FILE_REFUSALS if it takes too much time or memory, and `rate-limited` if too many files wait.
     */
    async read({
      address,
      text = '',
    }: {
      address?: string | undefined;
      text?: string | undefined;
    }): Promise<ParsedApi> {
      const field = address === undefined ? 'text' : 'address';
      if (address !== undefined && !URL.canParse(address)) {
        throw invalidField(field, 'must be an https:// address');
      }
      const found = address === undefined ? text : await apiDescriptions.fetch(address);
      if (found === undefined) {
        throw invalidField(field, 'must be the public https:// address of a file of 2 MB at most');
      }
      // The reader has its own time limit.
      const read = await requestBudget.pause(() => documentReader.readApi(found, address));
      if (!read) throw invalidField(field, 'must be an OpenAPI 3 description in JSON or YAML');
      return read;
    },
  };
}
