import type { Timer } from '../../src/http/timer.ts';

/** Embeds the sections of documents that changed, and removes the vectors of those that are gone. */
export const embedSections: Timer = {
  name: 'embed-sections',
  everyMinutes: 5,
  run: (services) => services.sectionEmbedding.run(),
};
