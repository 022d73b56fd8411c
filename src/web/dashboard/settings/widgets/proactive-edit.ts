import type { ProactiveMessage } from '../../../../widgets/wire/widgets.ts';

type Messages = readonly ProactiveMessage[];

/** The limits in src/widgets/records/proactive-message.ts. */
export const MAX_MESSAGES = 10;
export const MAX_TEXT = 160;
export const MAX_PATTERN = 200;

export const VISITORS = [
  ['all', 'All visitors'],
  ['first-visit', 'First visit only'],
  ['returning', 'Returning visitors only'],
] as const;

export const ONCE_PER = [
  ['visitor', 'Once per visitor'],
  ['visit', 'Once per visit'],
] as const;

const DELAYS: readonly number[] = [0, 5, 10, 20, 30, 45, 60, 120, 300, 600];

const delayText = (seconds: number): string => {
  if (seconds === 0) return 'Immediately';
  const isMinutes = seconds >= 60 && seconds % 60 === 0;
  return isMinutes ? `After ${seconds / 60} min` : `After ${seconds} s`;
};

/** The options for the delay, including the stored one. */
export const delayOptions = (seconds: number): (readonly [value: string, name: string])[] =>
  [...new Set([...DELAYS, seconds])]
    .toSorted((one, other) => one - other)
    .map((delay) => [String(delay), delayText(delay)] as const);

/** The conditions of a message in a few words. */
export function conditionsOf({ page, seconds, visitors, oncePer }: ProactiveMessage): string {
  const names = new Map<string, string>([...VISITORS, ...ONCE_PER]);
  return [page ?? 'Every page', delayText(seconds), names.get(visitors), names.get(oncePer)].join(' · ');
}

export const newMessage = (): ProactiveMessage => ({
  id: crypto.randomUUID(),
  text: '',
  seconds: 10,
  visitors: 'all',
  oncePer: 'visitor',
  enabled: true,
});

export const withMessage = (messages: Messages, id: string, part: Partial<ProactiveMessage>): Messages =>
  messages.map((message) => (message.id === id ? { ...message, ...part } : message));

export const withoutMessage = (messages: Messages, id: string): Messages =>
  messages.filter((message) => message.id !== id);

export function moveMessage(messages: Messages, id: string, steps: number): Messages {
  const from = messages.findIndex((message) => message.id === id);
  const others = withoutMessage(messages, id);
  const to = Math.max(0, from + steps);
  return [...others.slice(0, to), ...messages.slice(from, from + 1), ...others.slice(to)];
}
