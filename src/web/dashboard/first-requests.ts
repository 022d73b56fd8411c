import type { Route } from '../ui/route.ts';
import {
  ADDED_ANSWERS_PATH,
  ASSISTANTS_PATH,
  AVAILABILITY_PATH,
  costPath,
  HEALTH_PATH,
  JUDGMENTS_PATH,
  overviewPath,
  PLAN_PATH,
  questionPath,
  questionsPath,
  RAIL_PATH,
  searchPath,
  SEATS_PATH,
  sessionPath,
  sessionsPath,
  sessionsWithPath,
  topSessionsPath,
} from './addresses.ts';
import { questionsWindowOf, sessionQueryOf, topSortOf, typedSearchOf, windowOf } from './queries.ts';

/**
 * What the view of a route asks for before it has an answer. Settings and the report on closed chats, which
 * asks for days, are not named here: of them only what is beside every view comes early.
 */
export function firstRequests(route: Route): readonly string[] {
  return [...new Set([RAIL_PATH, ...ofView(route)])];
}

function ofView({ path: [section = '', id, detail], query }: Route): readonly string[] {
  switch (section) {
    case '':
      return [
        HEALTH_PATH,
        overviewPath(windowOf(query)),
        AVAILABILITY_PATH,
        costPath(windowOf(query)),
        PLAN_PATH,
        topSessionsPath(topSortOf(query)),
      ];
    case 'conversations':
      return [id === undefined ? sessionsPath(sessionQueryOf(query)) : sessionPath(id, 'transcript')];
    case 'search': {
      const text = typedSearchOf(query).trim();
      return text === '' ? [] : [searchPath(text)];
    }
    case 'questions':
      return id === undefined || detail === undefined
        ? [questionsPath(questionsWindowOf(query)), JUDGMENTS_PATH, ADDED_ANSWERS_PATH]
        : [questionPath(id, detail), ASSISTANTS_PATH];
    case 'team':
      return [PLAN_PATH, SEATS_PATH, sessionsWithPath('human_requested'), sessionsWithPath('claimed')];
    default:
      return [];
  }
}
