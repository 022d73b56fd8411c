import type { Figures } from '../../../conversations/records/figures.ts';
import type { OverviewReply } from '../../../admin/wire/admin.ts';
import { formatAxisMoney, formatCompact, formatCount, formatMoney } from '../../ui/format.ts';

export type Bucket = OverviewReply['buckets'][number];

export interface Metric {
  id: 'cost' | 'conversations' | 'messages' | 'tokens';
  name: string;
  of(figures: Pick<Figures, 'cost' | 'conversations' | 'messages' | 'inputTokens' | 'outputTokens'>): number;
  /** Formats a value for a sentence. */
  format(value: number): string;
  /** Formats a value for narrow places. */
  short(value: number): string;
  /** Formats a value on an axis with steps of `step`. */
  axis(value: number, step: number): string;
}

const COUNT_FORMATS = { format: formatCount, short: formatCompact, axis: formatCompact };

const COST: Metric = {
  id: 'cost',
  name: 'Cost',
  of: ({ cost }) => cost,
  format: formatMoney,
  short: formatMoney,
  axis: formatAxisMoney,
};

/** The metrics of a chart; the first one is shown by default. */
export type Metrics = readonly [Metric, ...Metric[]];

/** Use of the chat, on the overview. */
export const USE_METRICS: Metrics = [
  { id: 'conversations', name: 'Conversations', of: ({ conversations }) => conversations, ...COUNT_FORMATS },
  { id: 'messages', name: 'Messages', of: ({ messages }) => messages, ...COUNT_FORMATS },
];

/** Use of the language model. */
export const COST_METRICS: Metrics = [
  COST,
  {
    id: 'tokens',
    name: 'Tokens',
    of: ({ inputTokens, outputTokens }) => inputTokens + outputTokens,
    ...COUNT_FORMATS,
  },
];
