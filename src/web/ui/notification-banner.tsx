import type { WorkflowFailing } from '../../domain/records/teams-channel.ts';
import { DELIVERY_FAILURES } from './delivery-failures.ts';

/** Shown on every admin page while agents do not learn of visitors who wait. */
export function NotificationBanner({ failing }: { failing: WorkflowFailing }) {
  return (
    <aside class="anonymous-banner" aria-label="Notifications fail">
      <p>
        <strong>Agents are not notified in Teams.</strong> {DELIVERY_FAILURES[failing.failure]}
      </p>
      <a href="/api/dashboard#/settings/notifications">Open notifications</a>
    </aside>
  );
}
