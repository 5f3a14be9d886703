/** Where somebody goes who has just made a company: to set it up, unless they were on their way to something. */
export const afterFounding = (to: string): string => (to === '/app' ? '/welcome' : to);
