/** Files of conversations where there are none. */
export const noFiles = {
  removeAll: () => Promise.resolve(),
  redeem: () => Promise.resolve([]),
};
