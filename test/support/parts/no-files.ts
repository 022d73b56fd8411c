/** Files of conversations that have no files. */
export const noFiles = {
  removeAll: () => Promise.resolve(),
  redeem: () => Promise.resolve([]),
};
