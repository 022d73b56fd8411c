const proof = document.querySelector('main')?.dataset['proof'];
const opener: unknown = window.opener;

/** Checks without reading properties that a cross-origin window blocks. */
function isWindow(candidate: unknown): candidate is Window {
  return typeof candidate === 'object' && candidate !== null && 'postMessage' in candidate;
}

// Removes the used code from the browser's history.
history.replaceState(null, '', location.pathname);

// The proof is only sent to an opener on this origin. Without one, the page shows instructions.
if (proof !== undefined && isWindow(opener)) {
  opener.postMessage({ type: 'signed-in', proof }, location.origin);
  window.close();
}
