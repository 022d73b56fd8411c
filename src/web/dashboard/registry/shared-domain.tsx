import { TriangleAlert } from 'lucide-static';
import type { WidgetReply } from '../../../wire/widgets.ts';
import { Icon } from '../../ui/icon.tsx';
import { UntrustedText } from '../../ui/untrusted-text.tsx';
import { href } from '../../ui/router.ts';

/** A warning that other widgets have the same primary domain: allowed, but agents cannot tell them apart. */
export function SharedDomain({ warning }: { warning: WidgetReply['warnings'][number] }) {
  return (
    <div class="warning" role="status">
      <Icon svg={TriangleAlert} />
      <p>
        {warning.message}{' '}
        {warning.widgets.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <a href={href(['settings', 'widgets', id])}>
              <UntrustedText text={name} />
            </a>
          </span>
        ))}
      </p>
    </div>
  );
}
