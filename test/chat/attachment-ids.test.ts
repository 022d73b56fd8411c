import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { attachmentIds } from '../../src/chat/attachment-ids.ts';
import { realRandom } from '../support/ports/random.ts';

const withKey = (byte: number) =>
  attachmentIds(realRandom, () => Promise.resolve(new Uint8Array(32).fill(byte)));

test('an attachment id is a unique UUID of version 8', async () => {
  const { create } = withKey(1);
  const ids = await Promise.all(Array.from({ length: 100 }, create));
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  }
});

test('an attachment id of this deployment is recognized on every instance, in upper and lower case', async () => {
  const id = await withKey(1).create();
  expect(await withKey(1).isOwn(id)).toBe(true);
  expect(await withKey(1).isOwn(id.toUpperCase())).toBe(true);
  expect(await withKey(2).isOwn(id)).toBe(false);
});

test('an attachment id that was invented or altered in any digit is not recognized', async () => {
  const { create, isOwn } = withKey(1);
  const id = await create();
  for (const other of [randomUUID(), '', 'x', `${id}00`, id.slice(0, -2)]) {
    expect(await isOwn(other), other).toBe(false);
  }
  for (let at = 0; at < id.length; at++) {
    if (id[at] === '-') continue;
    const changed = ((Number.parseInt(id.charAt(at), 16) + 1) % 16).toString(16);
    const other = `${id.slice(0, at)}${changed}${id.slice(at + 1)}`;
    expect(await isOwn(other), other).toBe(false);
  }
});
