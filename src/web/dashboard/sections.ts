/**
 * The sections of the dashboard in the order of the navigation. The first part of a route is a section's id.
 */
export const SECTIONS = [
  { id: '', name: 'Overview' },
  { id: 'conversations', name: 'Conversations' },
  { id: 'reports', name: 'Reports' },
  { id: 'questions', name: 'Questions' },
  { id: 'knowledge', name: 'Knowledge' },
  { id: 'cost', name: 'Cost' },
  { id: 'team', name: 'Team' },
  { id: 'settings', name: 'Settings' },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];
