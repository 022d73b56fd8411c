import type { Endpoint } from '../../src/http/endpoint.ts';
import { addQuestions } from './add-questions.ts';
import { answers } from './answers.ts';
import { changeRun } from './change-run.ts';
import { createQuestionSet } from './create-question-set.ts';
import { questionSet } from './question-set.ts';
import { questionSets } from './question-sets.ts';
import { removeQuestion } from './remove-question.ts';
import { removeQuestionSet } from './remove-question-set.ts';
import { removeRun } from './remove-run.ts';
import { renameQuestionSet } from './rename-question-set.ts';
import { run } from './run.ts';
import { runs } from './runs.ts';
import { startRun } from './start-run.ts';

/** Admin endpoints for question sets, and their evaluations of assistants. */
export const evaluationRoutes: readonly Endpoint[] = [
  questionSets,
  createQuestionSet,
  questionSet,
  renameQuestionSet,
  removeQuestionSet,
  addQuestions,
  removeQuestion,
  runs,
  startRun,
  run,
  answers,
  changeRun,
  removeRun,
];
