import type { Timer } from '../src/http/timer.ts';

export const timers: readonly Timer[] = [
  {
    // Reports are due hourly. The timer runs more often, so that the end of a grace period is reported soon,
    // and failed reports are tried again soon.
    name: 'seat-report',
    everyMinutes: 5,
    run: ({ reports }) => reports.seatIfDue(),
  },
  {
    name: 'deploy-status',
    everyMinutes: 60,
    run: ({ reports }) => reports.deployIfDue(),
  },
  {
    // Checks daily whether the model will retire soon.
    name: 'model-retirement',
    everyMinutes: 60,
    run: ({ modelWatch }) => modelWatch.checkIfDue(),
  },
  {
    // Deletes conversations after the retention time, and old delivery reports.
    name: 'retention',
    everyMinutes: 60,
    run: async ({ retention, deliveryReports }) => {
      await retention.run();
      await deliveryReports.removeOld();
    },
  },
  {
    // Deletes uploads and files of conversations that were not finished or not used.
    name: 'expired-uploads',
    everyMinutes: 60,
    run: async ({ conversationFiles, uploads }) =>
      (await uploads.removeExpired()) + (await conversationFiles.removeAbandoned()),
  },
  {
    // Delivers pending notices, retries and reminders.
    name: 'notices',
    everyMinutes: 1,
    run: ({ notifications }) => notifications.deliverDue(),
  },
  {
    // Ends confirmed changes whose instance ended before their result was stored.
    name: 'lost-changes',
    everyMinutes: 1,
    run: ({ proposals }) => proposals.endLost(),
  },
  {
    // Embeds the sections of changed documents, and removes outdated vectors.
    name: 'embed-sections',
    everyMinutes: 5,
    run: ({ sectionEmbedding }) => sectionEmbedding.run(),
  },
  {
    // Reads websites that are due, and continues interrupted work.
    name: 'websites',
    everyMinutes: 1,
    run: ({ websiteReading }) => websiteReading.runDue(),
  },
  {
    // Completes the deletion of assistants, and deletes unused revisions with their texts.
    name: 'assistant-cleanup',
    everyMinutes: 60,
    run: async ({ assistantRemoval, assistantCleanup }) => {
      await assistantRemoval.runDue();
      await assistantCleanup.run();
    },
  },
  {
    // Continues interrupted erasures of persons.
    name: 'erasures-resume',
    everyMinutes: 5,
    run: ({ erasures }) => erasures.runDue(),
  },
];
