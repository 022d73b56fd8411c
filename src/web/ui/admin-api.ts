import { apiClient } from './request.ts';

/** Dispatches `signed-out` when the service refuses the session cookie. */
export const signedOut = new EventTarget();

/** The API client of the admin pages. It is authenticated by the session cookie. */
export const adminApi = apiClient({
  onRefused: () => void signedOut.dispatchEvent(new Event('signed-out')),
});
