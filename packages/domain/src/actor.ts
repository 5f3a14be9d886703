/** Who acts, in which company. Part of every use case's input. */
export type CompanyRole = 'owner' | 'admin' | 'reviewer' | 'operator';

/** What an owner lets those do who act as a member: put captures and records right, or whatever the member may. */
export type SupportScope = 'correct' | 'manage';

export interface Actor {
  userId: string;
  /** Shown in history and audit. */
  name: string;
  role: CompanyRole;
  /** Set where somebody who runs the installation acts as this user: their id. */
  impersonatedBy?: string;
  /** And their name, as the company's list shows it. */
  impersonatedByName?: string;
  /** What the company lets them do besides reading; absent: nothing. */
  support?: SupportScope;
  /** The name of the API key a program acts with for this user. */
  apiKey?: string;
  /** The name of the program this user let act for them (OAuth). */
  program?: string;
  ipAddress?: string;
}

/** The scope of a use case: without it no query type-checks. */
export interface Scope {
  companyId: string;
  actor: Actor;
}
