import { apiClient } from './request.ts';

/** Dispatches `signed-out` when the service says that this browser is not signed in any more. */
export const signedOut = new EventTarget();

/** The service as the admin pages reach it, with the cookie of the sign-in. */
export const adminApi = apiClient({
  onRefused: () => void signedOut.dispatchEvent(new Event('signed-out')),
});
