import type { Timer } from '../../src/http/timer.ts';

/** Embeds the sections of changed documents, and removes outdated vectors. */
export const embedSections: Timer = {
  name: 'embed-sections',
  everyMinutes: 5,
  run: (services) => services.sectionEmbedding.run(),
};
