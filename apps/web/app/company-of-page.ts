import { companyMarker, isAboutCompany } from '../server/request/company-marker.ts';

/** A company the person works in. */
interface Named {
  id: string;
  name: string;
}

/** A request of this page was refused: the person works in another company by now, and has to say which they mean. */
export interface CompanyQuestion {
  about: Named;
  /** Null: in none any more. */
  working: Named | null;
}

let question: CompanyQuestion | undefined;
/** Ends the wait of what was refused: it is sent again. */
let goOn: (() => void)[] = [];
/** How often the person has answered: a refusal that was on its way meanwhile is out of date. */
let answers = 0;
const listeners = new Set<() => void>();

export const companyQuestion = (): CompanyQuestion | undefined => question;

export function onCompanyQuestion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person works in the company of this page again. */
export function answerCompanyQuestion(): void {
  const waiting = goOn;
  goOn = [];
  answers++;
  question = undefined;
  for (const listener of listeners) listener();
  for (const each of waiting) each();
}

/** The company this page shows, as it stands in the document. */
const companyOfPage = (): string | undefined => document.documentElement.dataset.company;

let isLeft = false;

/** Goes where a person is told why they are out. What the page still asks is not answered any more: it would lead to the sign-in. */
export function leavePage(address: string): void {
  isLeft = true;
  location.assign(address);
}

/**
 * From here on everything the page asks of the server says which company the page is about, no matter who asks: the router, forms,
 * the workspace. Where the person works in another one by now (another tab), the server refuses, the person is asked, and
 * what was refused waits: sent again once they are back, so that nothing typed is lost. Anyone who is no longer a member
 * leaves the page, since nothing on it is theirs to see.
 */
export function sayCompanyOfPage(): void {
  const send = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const address = new URL(input instanceof Request ? input.url : input, location.href);
    const isOurs = address.origin === location.origin && !address.pathname.startsWith('/assets/');
    let cache: RequestInit = {};
    for (;;) {
      const company = companyOfPage();
      if (!company || !isOurs || !isAboutCompany(address.pathname)) return send(input, init);
      const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
      headers.set(companyMarker, company);
      const answersBefore = answers;
      const response = await send(input instanceof Request ? input.clone() : input, {
        ...init,
        ...cache,
        headers,
      });
      const refusal = await refusalIn(response);
      if (isLeft) return new Promise<never>(() => undefined);
      if (refusal === 'not-a-member') {
        leavePage(`/auth/error?error=${notMember}`);
        return new Promise<never>(() => undefined);
      }
      if (!refusal && (!isOfAnother(response, company) || cache.cache)) return response;
      // A link told the browser to fetch it ahead, and links have no headers.
      cache = { cache: 'reload' };
      if (!refusal || answers !== answersBefore) continue;
      await askPerson(refusal, init?.signal ?? (input instanceof Request ? input.signal : undefined));
    }
  };
}

/** Pages say whom they were made for. */
function isOfAnother(response: Response, company: string): boolean {
  const viewer = response.headers.get('readout-viewer');
  return viewer !== null && !viewer.endsWith(` ${company}`);
}

const notMember = 'company.not_a_member';

async function refusalIn(response: Response): Promise<CompanyQuestion | 'not-a-member' | undefined> {
  if (response.status !== 409 && response.status !== 403) return undefined;
  if (!response.headers.get('content-type')?.includes('problem+json')) return undefined;
  const problem = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: unknown } & Partial<CompanyQuestion>;
  if (problem.code === notMember) return 'not-a-member';
  if (problem.code !== 'company.other' || !problem.about) return undefined;
  return { about: problem.about, working: problem.working ?? null };
}

function askPerson(asked: CompanyQuestion, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    goOn.push(resolve);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    question = asked;
    for (const listener of listeners) listener();
  });
}
