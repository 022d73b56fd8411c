import { ChartNoAxesColumn, Table } from 'lucide-static';
import { Choice } from '../../ui/choice.tsx';
import { Icon } from '../../ui/icon.tsx';

export type Shape = 'chart' | 'table';

const SHAPES = [
  [
    'chart',
    <>
      <Icon svg={ChartNoAxesColumn} size={16} />
      <span class="unseen">Chart</span>
    </>,
  ],
  [
    'table',
    <>
      <Icon svg={Table} size={16} />
      <span class="unseen">Table</span>
    </>,
  ],
] as const;

/** Switches between a chart and its table. */
export function ChartOrTable({ shape, onChoose }: { shape: Shape; onChoose: (shape: Shape) => void }) {
  return <Choice label="Show as" options={SHAPES} value={shape} onChoose={onChoose} />;
}
