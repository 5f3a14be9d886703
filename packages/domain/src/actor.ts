/** Who acts, in which company. Part of every use case's input. */
export type CompanyRole = 'owner' | 'admin' | 'reviewer' | 'operator';

export interface Actor {
  userId: string;
  /** Shown in history and audit. */
  name: string;
  role: CompanyRole;
  /** Set where a platform admin acts as this user. */
  impersonatedBy?: string;
  /** Whether the company lets that platform admin also change things. */
  supportAccess?: boolean;
  /** The name of the API key a program acts with for this user. */
  apiKey?: string;
  ipAddress?: string;
}

/** The scope of a use case: without it no query type-checks. */
export interface Scope {
  companyId: string;
  actor: Actor;
}
