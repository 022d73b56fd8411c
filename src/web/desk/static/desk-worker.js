/**
 * The service worker of the desk: shows its notifications, and opens the conversation of a clicked one. It
 * handles no requests.
 */
const DESK = '/api/collab-tab';

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Shows an open desk, else a new one. */
async function open(sessionId) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const desk = windows.find(({ url }) => new URL(url).pathname === DESK);
  if (!desk) {
    await self.clients.openWindow(`${DESK}#/c/${sessionId}`);
    return;
  }
  await desk.focus();
  desk.postMessage(sessionId);
}
