import { Compass } from 'lucide-static';
import { Empty } from '../parts/notice.tsx';

/** An address of the dashboard that leads nowhere. */
export function NotFound() {
  return (
    <div class="view">
      <h1 class="unseen" tabIndex={-1}>
        Not found
      </h1>
      <Empty icon={Compass} title="There is nothing at this address">
        <p>
          <a href="#/">Go to the overview</a>
        </p>
      </Empty>
    </div>
  );
}
