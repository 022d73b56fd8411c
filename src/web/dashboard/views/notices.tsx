import { TriangleAlert } from 'lucide-static';
import type { AssistantHealth } from '../../../wire/visitor.ts';
import { modelNotices } from '../model-text.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';

/** The warnings about the model; nothing where there are none. */
export function ModelNotice({ health }: { health: AssistantHealth | undefined }) {
  const notices = health ? modelNotices(health, Date.now()) : [];
  if (notices.length === 0) return null;
  return (
    <section class="warning" aria-label="Model status">
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
