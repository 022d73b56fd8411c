const proof = document.querySelector('main')?.dataset['proof'];
const opener: unknown = window.opener;

/** A cross-origin window: no other property may be read. */
function isWindow(candidate: unknown): candidate is Window {
  return typeof candidate === 'object' && candidate !== null && 'postMessage' in candidate;
}

// The sign-in's code is used up; it is removed from the browser's history.
history.replaceState(null, '', location.pathname);

// The proof is only sent to an opener on this origin. Without one, the page says what to do.
if (proof !== undefined && isWindow(opener)) {
  opener.postMessage({ type: 'signed-in', proof }, location.origin);
  window.close();
}
