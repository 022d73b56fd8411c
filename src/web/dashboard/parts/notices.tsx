import { TriangleAlert } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { AssistantHealth, Health } from '../../../operations/records/health.ts';
import { HEALTH_PATH } from '../addresses.ts';
import { useLive } from '../../ui/live.ts';
import { modelNotices, retiresSoon } from './model-text.ts';
import { href } from '../../ui/router.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** Warnings about the model. Renders nothing without warnings. */
export function ModelNotice({ health }: { health: AssistantHealth | undefined }) {
  const nowMs = Date.now();
  return (
    <Warning label="Model status" notices={health ? modelNotices(health, nowMs) : []}>
      {health && retiresSoon(health, nowMs) && (
        <p>
          <a href={href(['settings', 'assistants', 'default', 'draft'])}>Test another model</a>
        </p>
      )}
    </Warning>
  );
}

/** Problems of components from the health report, shown even if no other data can be loaded. */
export function ComponentNotice() {
  const { data, problem } = useLive<Health>(HEALTH_PATH);
  const problems = problem?.details.problems ?? data?.problems ?? [];
  return <Warning label="Service status" notices={problems.map(({ message }) => message)} />;
}

interface WarningProps {
  label: string;
  notices: readonly string[];
  /** Content after the notices. */
  children?: ComponentChildren;
}

function Warning({ label, notices, children }: WarningProps) {
  if (notices.length === 0) return null;
  return (
    <section class="warning" aria-label={label}>
      <Icon svg={TriangleAlert} />
      <div>
        {notices.map((notice) => (
          <p key={notice}>
            <UntrustedText text={notice} />
          </p>
        ))}
        {children}
      </div>
    </section>
  );
}
