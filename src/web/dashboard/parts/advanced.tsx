import { ChevronRight } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import { Icon } from '../../ui/icon.tsx';

/** Settings that few deployments need. */
export function Advanced({ children }: { children: ComponentChildren }) {
  return (
    <details class="advanced">
      <summary>
        <Icon svg={ChevronRight} />
        <h2>Advanced</h2>
      </summary>
      <div class="advanced-parts">{children}</div>
    </details>
  );
}
