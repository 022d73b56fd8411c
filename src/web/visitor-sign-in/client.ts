const proof = document.querySelector('main')?.dataset['proof'];
const opener: unknown = window.opener;

/** A window may be of another page, so that nothing else of it can be looked at. */
function isWindow(candidate: unknown): candidate is Window {
  return typeof candidate === 'object' && candidate !== null && 'postMessage' in candidate;
}

// The code of the sign-in has served; it need not stay in the browser's history.
history.replaceState(null, '', location.pathname);

// Whoever opened this window hears of it only on this very origin. Without one, the page says what to do.
if (proof !== undefined && isWindow(opener)) {
  opener.postMessage({ type: 'signed-in', proof }, location.origin);
  window.close();
}
