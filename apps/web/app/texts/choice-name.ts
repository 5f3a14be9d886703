/** `too-dark` as a `select` of a message names it: `too_dark`. */
type ChoiceName<Name extends string> = Name extends `${infer Head}-${infer Rest}`
  ? `${Head}_${ChoiceName<Rest>}`
  : Name;

export const choiceName = <Name extends string>(name: Name): ChoiceName<Name> =>
  name.replaceAll('-', '_') as ChoiceName<Name>;
