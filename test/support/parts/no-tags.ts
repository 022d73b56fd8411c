/** A deployment without tags. */
export const noTags = {
  read: () => Promise.resolve({ catalog: [], etag: '"absent"' }),
  names: () => Promise.resolve({ names: new Map<string, string>(), etag: '"absent"' }),
};
