/**
 * The sections of the dashboard in the order of the navigation. The first part of a route is a section's id.
 */
export const SECTIONS = [
  { id: '', name: 'Overview' },
  { id: 'conversations', name: 'Conversations' },
  { id: 'closed-chats', name: 'Closed chats' },
  { id: 'reports', name: 'Reports' },
  { id: 'search', name: 'Search' },
  { id: 'questions', name: 'Questions' },
  { id: 'knowledge', name: 'Knowledge' },
  { id: 'team', name: 'Team and plan' },
  { id: 'settings', name: 'Settings' },
] as const;
export type SectionId = (typeof SECTIONS)[number]['id'];
