import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { ConversationEvent } from '../../src/conversations/records/conversation-event.ts';

const doc = (name: string) => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');

test('docs/events.schema.json is the schema of the events that the service creates', () => {
  const schema = z.toJSONSchema(ConversationEvent, { target: 'draft-2020-12' });
  expect(JSON.parse(doc('events.schema.json'))).toEqual(schema);
});

test('docs/events.md shows a valid event', () => {
  const [, shown = ''] = /```json\n([^]*?)```/.exec(doc('events.md')) ?? [];
  expect(ConversationEvent.parse(JSON.parse(shown))).toEqual(JSON.parse(shown));
});
