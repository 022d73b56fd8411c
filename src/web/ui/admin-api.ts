import { apiClient } from './request.ts';

/** Dispatches `signed-out` when the service no longer accepts this browser's session. */
export const signedOut = new EventTarget();

/** The API client of the admin pages, with the session cookie. */
export const adminApi = apiClient({
  onRefused: () => void signedOut.dispatchEvent(new Event('signed-out')),
});
