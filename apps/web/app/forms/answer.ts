/** Why something was not done, at the form it was asked for with. */
export interface Problem<Typed = Record<string, unknown>> {
  /** Of the error catalogue. */
  code: string;
  message: string;
  /** Sentences beside the fields they are about. */
  fields: Record<string, string>;
  /** What was sent, as it was typed; secrets are never among it. */
  typed: Typed;
}

/** What the action of a page answers: which of its forms was sent, and what came of it. */
export interface FormAnswer {
  intent: string;
  /** What was done; `true` where there is nothing to say of it. */
  done?: unknown;
  problem?: Problem | undefined;
  /** What the page has to show beside the problem. */
  beside?: unknown;
}

type Of<Answer extends FormAnswer, Intent extends string> = Extract<Answer, { intent: Intent }>;

const isOf = <Answer extends FormAnswer, Intent extends Answer['intent']>(
  answer: Answer | undefined,
  intents: readonly Intent[],
): answer is Of<Answer, Intent> & Answer =>
  answer !== undefined && (intents as readonly string[]).includes(answer.intent);

/** Why one of these forms was refused: nothing where the last answer was another form's. */
export const problemOf = <Answer extends FormAnswer, Intent extends Answer['intent']>(
  answer: Answer | undefined,
  ...intents: Intent[]
): Of<Answer, Intent>['problem'] => (isOf(answer, intents) ? answer.problem : undefined);

/** What one of these forms did: nothing where the last answer was another form's. */
export const doneOf = <Answer extends FormAnswer, Intent extends Answer['intent']>(
  answer: Answer | undefined,
  ...intents: Intent[]
): Of<Answer, Intent>['done'] => (isOf(answer, intents) ? answer.done : undefined);

/** What has to be shown beside the problem of one of these forms. */
export const besideOf = <Answer extends FormAnswer, Intent extends Answer['intent']>(
  answer: Answer | undefined,
  ...intents: Intent[]
): Of<Answer, Intent>['beside'] => (isOf(answer, intents) ? answer.beside : undefined);

/** The problem if it is this row's: of forms with one intent, of which each sends what tells the row apart. */
export const ofRow = <Refused extends { typed: object }>(
  problem: Refused | undefined,
  row: Partial<Refused['typed']>,
): Refused | undefined =>
  problem && Object.entries(row).every(([field, value]) => Reflect.get(problem.typed, field) === value)
    ? problem
    : undefined;

/** Whether a field says what is wrong, so that nothing else has to. */
export const isBesideField = (problem: Pick<Problem, 'fields'>): boolean =>
  Object.keys(problem.fields).length > 0;
