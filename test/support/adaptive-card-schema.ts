import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';

const FOLDER = join(import.meta.dirname, '../fixtures/adaptive-cards');

const json = (path: string): object => JSON.parse(readFileSync(path, 'utf8'));

/** The published schema is in JSON Schema draft 6, with the `id` of draft 4. */
const ajv = new Ajv({ schemaId: 'auto', allErrors: true, format: 'full', unknownFormats: 'ignore' });
ajv.addMetaSchema(
  json(join(import.meta.dirname, '../../node_modules/ajv/lib/refs/json-schema-draft-06.json')),
);
const validate = ajv.compile(json(join(FOLDER, 'adaptive-card-1.5.json')));

/** Violations of the published schema of Adaptive Cards 1.5. */
export function cardFaults(card: unknown): string[] {
  void validate(card);
  return (validate.errors ?? []).map(({ dataPath, message = '' }) => `${dataPath} ${message}`);
}
