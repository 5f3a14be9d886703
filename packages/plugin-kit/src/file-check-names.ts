/** Rules that the values of a file keep to or break by themselves. */
export const fileCheckNames = [
  'line_amount',
  'line_sum',
  'net',
  'tax_rate',
  'tax_base',
  'tax_sum',
  'total',
  'payable',
  'due',
  'mandatory',
  'repeated',
  'unreadable',
  'profile',
] as const;
export type FileCheckName = (typeof fileCheckNames)[number];
