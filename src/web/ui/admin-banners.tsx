import type { ComponentChildren } from 'preact';
import type { Switches } from '../../platform/records/switches.ts';
import type { WorkflowFailing } from '../../notifications/records/teams-channel.ts';
import { DELIVERY_FAILURES } from './delivery-failures.ts';

/** Shown on every admin page until there is an admin key. It cannot be dismissed. */
export function AnonymousBanner() {
  return (
    <AdminBanner label="No admin key" settings="admin-key" action="Create admin key">
      <strong>No admin key.</strong> Anyone with this address can read and delete all conversations.
    </AdminBanner>
  );
}

/** Shown on every admin page while notifications to agents fail. */
export function NotificationBanner({ failing }: { failing: WorkflowFailing }) {
  return (
    <AdminBanner label="Notifications fail" settings="notifications" action="Open notifications">
      <strong>Agents are not notified in Teams.</strong> {DELIVERY_FAILURES[failing.failure]}
    </AdminBanner>
  );
}

/** Shown on the dashboard while something is switched off for all visitors. */
export function SwitchesBanner({ assistantStopped, chatOff }: Switches) {
  if (!assistantStopped && !chatOff) return null;
  return (
    <AdminBanner label="Switched off" settings="switches" action="Open switches">
      {chatOff && (
        <>
          <strong>The chat is off the site.</strong> Visitors cannot start a conversation.
        </>
      )}{' '}
      {assistantStopped && (
        <>
          <strong>The assistant is stopped.</strong> Visitors’ messages wait for an agent.
        </>
      )}
    </AdminBanner>
  );
}

interface AdminBannerProps {
  label: string;
  /** The URL of the settings page that solves the problem. */
  settings: string;
  /** The text of that link. */
  action: string;
  children: ComponentChildren;
}

function AdminBanner({ label, settings, action, children }: AdminBannerProps) {
  return (
    <aside class="admin-banner" aria-label={label}>
      <p>{children}</p>
      <a href={`/api/dashboard#/settings/${settings}`}>{action}</a>
    </aside>
  );
}
