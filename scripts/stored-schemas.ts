// Prints the JSON Schemas of stored records. Each release keeps its own: `node scripts/stored-schemas.ts >
// test/fixtures/stored/<version>.schemas.json`.
import * as z from 'zod/mini';
import { Message } from '../src/domain/records/message.ts';
import { OutboxEntry } from '../src/domain/records/outbox-entry.ts';
import { SessionRecord } from '../src/domain/records/session.ts';
import { TokenUsage } from '../src/domain/records/token-usage.ts';

const STORED = { SessionRecord, Message, TokenUsage, OutboxEntry };

/** The schemas by record, as used for parsing stored records. */
export function storedSchemas(): string {
  const schemas = Object.entries(STORED).map(([name, schema]) => [
    name,
    z.toJSONSchema(schema, { io: 'input', reused: 'inline', unrepresentable: 'any' }),
  ]);
  return JSON.stringify(Object.fromEntries(schemas), withoutPatterns, 1);
}

/** Removes the patterns of formats, which are redundant and long. */
function withoutPatterns(this: unknown, key: string, value: unknown): unknown {
  const isDouble = key === 'pattern' && typeof this === 'object' && this !== null && 'format' in this;
  return isDouble || key === '$schema' || key === 'description' ? undefined : value;
}

if (import.meta.main) process.stdout.write(`${storedSchemas()}\n`);
