import { useEffect, useState } from 'preact/hooks';
import { sentenceOf } from './request.ts';

/** Loads data once, and again after a failure. A different `key` loads again. */
export function useLoaded<T>(load: () => Promise<T>, key = '') {
  const [state, setState] = useState<{ data?: T; problem?: string }>({});
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    setState({});
    load().then(
      (data) => !isOver && setState({ data }),
      (thrown: unknown) => !isOver && setState({ problem: sentenceOf(thrown) }),
    );
    return () => {
      isOver = true;
    };
  }, [key, attempt]);
  return { ...state, retry: () => setAttempt((count) => count + 1) };
}
