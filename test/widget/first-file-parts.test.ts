import { expect, it } from 'vitest';
import { firstFileParts } from '../../widget/first-file-parts.ts';
import * as used from '../../widget/second-file/first-file-parts.ts';

it('the second file names each part of the first file correctly, although they are passed by position', () => {
  used.share(firstFileParts);
  const { share: _itself, firstFile, ...parts } = used;
  expect(firstFile).toBe(firstFileParts);
  expect(Object.keys(parts)).toHaveLength(firstFileParts.length);
  for (const [name, part] of Object.entries(parts)) expect(part.name).toBe(name);
});
