import { statusOf } from '@readout/domain/error-catalogue';
import { AppError } from '@readout/domain/errors';
import { data } from 'react-router';
import { z } from 'zod';
import { foreseen, toldError } from '../../server/http/problem.ts';
import { problemPage } from '../problems/page-problem.ts';
import type { Problem } from './answer.ts';
import { type Sent, sentOf } from './sent.ts';

// What a browser sends of a form: the values of each field. A schema says what kind of value a field has and no more: what
// a value must be is the use case's business, which says it beside the field. What no page of ours sends is refused.

const all = z.array(z.string()).optional();
const first = all.transform((values) => values?.[0] ?? '');

/** One line or several, without the blanks around. */
export const text = first.transform((value) => value.trim());

/** As it was typed, and never shown again: a password, a code, the token of a link. */
export const secret = first.brand<'secret'>();

/** A box that is ticked or not. */
export const flag = all.transform((values) => values !== undefined);

/** What a button or a hidden field says: yes, or anything else for no. */
export const yes = first.transform((value) => value === 'yes');

/** Every value sent under the name. */
export const texts = all.transform((values) => values ?? []);

/** One to a line; what is typed over several fields of the name counts, too. */
export const lines = texts.transform((values) =>
  values.flatMap((value) => value.split('\n')).flatMap((line) => line.trim() || []),
);

/** {@link lines} that are never shown again: headers with a password in them. */
export const secretLines = lines.transform((values) => values).brand<'secret'>();

/** As it was typed: undefined where nothing was, NaN where no number was. A comma is a decimal mark. */
export const number = text.transform((value) => (value === '' ? undefined : Number(value.replace(',', '.'))));

/** A whole number that the page itself put into the form: a revision, an id. */
export const wholeNumber = text.pipe(z.stringFormat('whole number', /^\d{1,15}$/)).transform(Number);

/** One of the choices that the page offers. */
export const oneOf = <const Choice extends string>(choices: readonly Choice[]) => first.pipe(z.enum(choices));

/** Undefined where it is no JSON, which the use case refuses. */
export const json = first.transform((value): unknown => {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
});

type Fields = Record<string, z.ZodType>;
/** What a use case gets of the fields of a form. */
export type Values<F extends Fields> = { [Name in keyof F]: z.output<F[Name]> };

/** As a field shows it again. */
type TypedValue<Value> = unknown extends Value
  ? string
  : [Value] extends [boolean]
    ? boolean
    : [Value] extends [readonly string[]]
      ? string[]
      : string;
type Typed<F extends Fields> = {
  [Name in keyof F as F[Name] extends typeof secret | typeof secretLines ? never : Name]: TypedValue<
    z.output<F[Name]>
  >;
};

class WithHeaders<Done> {
  readonly headers: Headers;
  readonly done: Done;
  constructor(headers: Headers, done: Done) {
    this.headers = headers;
    this.done = done;
  }
}

/** What was done, answered with headers: cookies of a session that changed, for instance. */
export function withHeaders(headers: HeadersInit): WithHeaders<true>;
export function withHeaders<Done>(headers: HeadersInit, done: Done): WithHeaders<Done>;
export function withHeaders(headers: HeadersInit, done: unknown = true) {
  return new WithHeaders(new Headers(headers), done);
}

type Nothing = ReturnType<() => void>;

/** What `run` returns as the page gets it: a redirect is no answer, and nothing said is `true`. */
type Done<Result> = Result extends Response
  ? never
  : Result extends WithHeaders<infer Given>
    ? Given
    : Nothing extends Result
      ? true
      : Result;

interface Answered<TypedValues, Doing, Beside> {
  answer: {
    done?: Doing | undefined;
    problem?: Problem<TypedValues> | undefined;
    beside?: Beside | undefined;
  };
  status: number;
  headers: Headers;
}

type FormOf<TypedValues, Doing, Beside> = (
  sent: Sent,
) => Promise<Response | Answered<TypedValues, Doing, Beside>>;

/**
 * One form of a page.
 * @param fields of the form, as a browser sends them
 * @param run calls the use case and returns what was done, or a redirect. `sent` is for fields whose names are not known here.
 * @param beside what the page has to show beside the problem where the use case refused
 */
export function form<const F extends Fields, Result, Beside = never>(
  fields: F,
  run: (values: Values<F>, sent: Sent) => Promise<Result> | Result,
  beside?: (error: AppError, values: Values<F>, sent: Sent) => Promise<Beside> | Beside,
): FormOf<Typed<F>, Done<Awaited<Result>>, Beside> {
  return async (sent) => {
    const values = valuesOf(fields, sent);
    try {
      const result: unknown = await run(values, sent);
      if (result instanceof Response) return result;
      const { headers, done } =
        result instanceof WithHeaders ? result : withHeaders({}, result === undefined ? true : result);
      return { answer: { done: done as Done<Awaited<Result>> }, status: 200, headers };
    } catch (error) {
      const known = foreseen(error);
      if (!known) throw error;
      if (ofTheRole.includes(known.code)) throw problemPage(known);
      return {
        answer: {
          problem: { ...told(known), typed: typedOf(fields, sent) },
          beside: await besideOrNothing(async () => beside?.(known, values, sent)),
        },
        status: statusOf[known.kind],
        headers: new Headers(),
      };
    }
  };
}

/** What cannot be had is left out: the refusal has to be said. */
async function besideOrNothing<Beside>(get: () => Promise<Beside>): Promise<Beside | undefined> {
  try {
    return await get();
  } catch (error) {
    if (!foreseen(error)) throw error;
    return undefined;
  }
}

/** Of the administration: the form, and its place for the answer, is not on the page of who may not do it. */
const ofTheRole: string[] = ['platform.role_not_allowed', 'platform.admin_only'];

function valuesOf<F extends Fields>(fields: F, sent: Sent): Values<F> {
  const values: [string, unknown][] = [];
  for (const [name, field] of Object.entries(fields)) {
    const parsed = field.safeParse(sent.get(name));
    if (!parsed.success) throw problemPage(new AppError('request.invalid', {}, { cause: parsed.error }));
    values.push([name, parsed.data]);
  }
  return Object.fromEntries(values) as Values<F>;
}

function typedOf<F extends Fields>(fields: F, sent: Sent): Typed<F> {
  const typed: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = sent.get(name)?.[0] ?? '';
    if (field === texts || field === lines) typed[name] = sent.get(name) ?? [];
    else if (field === flag) typed[name] = sent.has(name);
    else if (field === yes) typed[name] = value === 'yes';
    else if (field !== secret && field !== secretLines) typed[name] = value;
  }
  return typed as Typed<F>;
}

function told(error: AppError): Omit<Problem, 'typed'> {
  const { sentence, detail } = toldError(error);
  const { fields } = detail;
  return {
    code: error.code,
    message: sentence,
    fields: typeof fields === 'object' && fields !== null ? (fields as Record<string, string>) : {},
  };
}

type AnyForm = FormOf<unknown, unknown, unknown>;
type AnswerOf<Form> =
  Form extends FormOf<infer TypedValues, infer Doing, infer Beside>
    ? Answered<TypedValues, Doing, Beside>['answer']
    : never;
type AnswerTo<Forms> = {
  [Intent in keyof Forms & string]: { intent: Intent } & AnswerOf<Forms[Intent]>;
}[keyof Forms & string];

/**
 * The action of a page: its forms by the `intent` they name. A page with one form need not name it.
 * @param unnamed the one of several that need not: a name that stands in a button is missing where a password manager sends
 * @throws the page of a request that none of the forms sends
 */
export async function actionOf<Forms extends Record<string, AnyForm>>(
  request: Request,
  forms: Forms,
  unnamed?: keyof Forms & string,
) {
  const sent = sentOf(await request.formData());
  const names = Object.keys(forms);
  const intent = sent.get('intent')?.[0] ?? unnamed ?? (names.length === 1 ? names[0]! : '');
  const asked = Object.hasOwn(forms, intent) ? forms[intent] : undefined;
  if (!asked) throw problemPage(new AppError('request.invalid'));
  const answered = await asked(sent);
  if (answered instanceof Response) return answered;
  const { answer, status, headers } = answered;
  headers.set('cache-control', 'no-store');
  return data({ intent, ...answer } as AnswerTo<Forms>, { status, headers });
}

/** The fields of a request that comes from no page's form and is answered with something else than a page. */
export const fieldsOf = async <const F extends Fields>(request: Request, fields: F): Promise<Values<F>> =>
  valuesOf(fields, sentOf(await request.formData()));
