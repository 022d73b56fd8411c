import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../answers/product');

/** The documents, which make up most of each question of the product: its length is part of what it costs. */
export const INSTRUCTIONS = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), 'utf8'))
  .join('\n\n');
