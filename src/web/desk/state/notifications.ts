import { lazy } from '../../../lib/caching.ts';
import { trustedScript } from '../../ui/trusted-script.ts';

/** A notification of the desk, without words of visitors. */
export interface DeskNotification {
  title: string;
  body: string;
  sessionId: string;
}

/** The script of the service worker. It only shows notifications, and handles no requests. */
const WORKER = trustedScript('desk-worker', '/api/pages/current/desk-worker.js');

/** Whether this browser can show notifications. */
export const canNotify = (): boolean => 'Notification' in window && 'serviceWorker' in navigator;

/** Asks for the permission; false if it is refused. */
export async function askToNotify(): Promise<boolean> {
  return canNotify() && (await Notification.requestPermission()) === 'granted';
}

/**
 * Shows notifications by a service worker, because browsers on Android refuse the constructor of
 * `Notification`. `open` is called with the conversation of a clicked one.
 */
export function deskNotifications(open: (sessionId: string) => void) {
  const active = lazy(async (): Promise<ServiceWorkerRegistration> => {
    const registered = await navigator.serviceWorker.register(WORKER);
    if (registered.active) return registered;
    const starting = registered.installing ?? registered.waiting;
    await new Promise<void>((resolve) => {
      starting?.addEventListener('statechange', () => starting.state === 'activated' && resolve());
    });
    return registered;
  });

  if ('serviceWorker' in navigator) {
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') open(data);
    });
  }

  return async function show({ title, body, sessionId }: DeskNotification): Promise<void> {
    if (!canNotify() || Notification.permission !== 'granted') return;
    const registration = await active();
    await registration.showNotification(title, { body, tag: sessionId, data: sessionId });
  };
}
