import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ZodMiniType } from 'zod/mini';
import { VisitorMessage } from '../../src/conversations/records/message.ts';
import { Session } from '../../src/conversations/records/public-session.ts';
import { TokenUsage } from '../../src/spending/records/token-usage.ts';

const reference = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');

/** The fields of a record in the chapter Records, without those of its parts; an optional one ends in `?`. */
function documented(record: string): string[] {
  const [, body = ''] = new RegExp(`^${record} +\\{((?:[^{}]|\\{[^{}]*\\})*)\\}`, 'm').exec(reference) ?? [];
  return body
    .replaceAll(/\[?\s*\{[^{}]*\}\s*\]?/g, '')
    .split(',')
    .map((field) => field.trim());
}

describe('the chapter Records of the API reference', () => {
  test.each<[string, Readonly<Record<string, ZodMiniType>>]>([
    ['Session', Session.shape],
    ['Message', VisitorMessage.shape],
    ['TokenUsage', TokenUsage.shape],
  ])('names every public field of a %s, and no others', (record, shape) => {
    const fields = Object.entries(shape).map(([name, { _zod }]) =>
      _zod.optin === 'optional' ? `${name}?` : name,
    );
    expect(documented(record).toSorted()).toEqual(fields.toSorted());
  });
});
