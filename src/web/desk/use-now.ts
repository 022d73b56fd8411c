import { useEffect, useState } from 'preact/hooks';

/** The time in milliseconds, told anew every so often, for what is said about the time that has passed. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
