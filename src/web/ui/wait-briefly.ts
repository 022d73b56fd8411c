/** Below what a reader notices. */
const PATIENCE_MS = 100;

/**
 * Waits for the first answers of a page, for 100 ms at most: most often they are there, and the page is
 * rendered once, without its placeholders. It never rejects; failures are reported as elsewhere.
 */
export const waitBriefly = (answers: Promise<unknown>): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    void answers.finally(resolve);
  });
