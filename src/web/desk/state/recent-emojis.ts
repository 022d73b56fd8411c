import { storedValues } from '../../ui/stored-values.ts';

/** Two lines of the picker. */
const MAX_KEPT = 16;

/** The emoji that an agent has used last in this browser, newest first. */
export function recentEmojis(oid: string) {
  const { read, write } = storedValues('agent-desk-emoji:');
  const list = (): string[] => {
    const stored = read(oid);
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string') : [];
  };
  return {
    list,
    add: (emoji: string) => write(oid, [emoji, ...list().filter((one) => one !== emoji)].slice(0, MAX_KEPT)),
  };
}
