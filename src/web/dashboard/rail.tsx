import {
  BookOpen,
  ChartNoAxesColumn,
  CircleDollarSign,
  CircleQuestionMark,
  FileChartColumn,
  MessagesSquare,
  Settings,
  Users,
} from 'lucide-static';
import { plural } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import { SECTIONS, type SectionId } from './sections.ts';
import { useScrollToCurrent } from './parts/use-scroll-to-current.ts';

const ICONS: Record<SectionId, string> = {
  '': ChartNoAxesColumn,
  conversations: MessagesSquare,
  reports: FileChartColumn,
  questions: CircleQuestionMark,
  knowledge: BookOpen,
  cost: CircleDollarSign,
  team: Users,
  settings: Settings,
};

interface RailProps {
  current: SectionId | undefined;
  /** The number of waiting conversations. */
  waiting: number;
  version: string | undefined;
}

/** The navigation; a row on phones. */
export function Rail({ current, waiting, version }: RailProps) {
  const list = useScrollToCurrent(current);
  return (
    <nav class="rail" aria-label="Dashboard">
      <p class="brand">
        <span class="mark" /> Chat
      </p>
      <ul ref={list}>
        {SECTIONS.map(({ id, name }) => (
          <li key={id}>
            <a href={`#/${id}`} aria-current={id === current ? 'page' : undefined}>
              <Icon svg={ICONS[id]} /> <span>{name}</span>
              {id === 'conversations' && waiting > 0 && (
                <span class="badge">
                  <span aria-hidden="true">{waiting}</span>
                  <span class="unseen">{plural(waiting, 'visitor')} waiting</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
      <p class="about">
        <a href="/api/docs">API reference</a>
        {version !== undefined && <span>Version {version}</span>}
      </p>
    </nav>
  );
}
