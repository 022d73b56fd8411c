import { Compass } from 'lucide-static';
import { Empty } from '../ui/notice.tsx';

/** The page for unknown routes. */
export function NotFound() {
  return (
    <div class="view">
      <h1 class="unseen" tabIndex={-1}>
        Not found
      </h1>
      <Empty icon={Compass} title="Page not found">
        <p>
          <a href="#/">Go to Overview</a>
        </p>
      </Empty>
    </div>
  );
}
