/**
 * Decides which of an agent's open windows calls them: the one that had the focus last. Without Web Locks
 * each window does.
 */
export function callingWindow(oid: string): () => boolean {
  if (!('locks' in navigator)) return () => true;
  const name = `agent-desk:${oid}:calls`;
  let isHolding = false;
  /** The lock is held until the page is closed, or another window takes it. */
  const hold = () => {
    isHolding = true;
    return new Promise<void>(() => undefined);
  };
  const lost = () => {
    isHolding = false;
    void wait();
  };
  const wait = () => navigator.locks.request(name, hold).catch(lost);
  const take = () => {
    if (!isHolding) navigator.locks.request(name, { steal: true }, hold).catch(lost);
  };
  window.addEventListener('focus', take);
  if (document.hasFocus()) take();
  else void wait();
  return () => isHolding;
}
