/** The time-out for a file of the release, in milliseconds. */
const FILE_MS = 15_000;

/** The browser's own one, because a page can replace `window.Promise`. */
export const OwnPromise = (async () => {})().constructor as PromiseConstructor;

/** Loads a file. Fails after the time-out, also if `load` ignores its signal. */
export const withTimeout = async <T>(load: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const ends = new AbortController();
  const { signal } = ends;
  const timer = setTimeout(() => ends.abort(), FILE_MS);
  const late = new OwnPromise<never>((_resolve, reject) => {
    signal.onabort = () => reject(new Error('time-out'));
  });
  try {
    return await OwnPromise.race([load(signal), late]);
  } finally {
    clearTimeout(timer);
  }
};
