import { expect, test } from 'vitest';
import { entityTag } from '../../src/lib/entity-tag.ts';

test.each([
  ['12.3', '"12.3"'],
  ['"0000d826-0000-0100-0000-65a1b2c30000".lq2k', '"0000d826-0000-0100-0000-65a1b2c30000.lq2k"'],
  ['a "b"\tc\u00e9\n', '"abc"'],
])('the entity tag of the version %j is %s', (version, etag) => {
  expect(entityTag(version)).toBe(etag);
});
