import { TriangleAlert } from 'lucide-static';
import type { AssistantHealth, Health } from '../../../wire/visitor.ts';
import { apiPath } from '../../ui/request.ts';
import { useLive } from '../live.ts';
import { modelNotices } from '../model-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** The warnings about the model; nothing where there are none. */
export function ModelNotice({ health }: { health: AssistantHealth | undefined }) {
  return <Warning label="Model status" notices={health ? modelNotices(health, Date.now()) : []} />;
}

/** What health reports of components that do not work, also where nothing else can be loaded. */
export function ComponentNotice() {
  const { data, problem } = useLive<Health>(apiPath('health'));
  const problems = problem?.details.problems ?? data?.problems ?? [];
  return <Warning label="Service status" notices={problems.map(({ message }) => message)} />;
}

function Warning({ label, notices }: { label: string; notices: readonly string[] }) {
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
      </div>
    </section>
  );
}
