import type { OutgoingType } from '@readout/domain/deliveries/rules';

type NameInText<Type extends string> = Type extends `${infer What}.${infer How}` ? `${What}_${How}` : never;

/** As the choices of a message can name it: `record.confirmed` as `record_confirmed`. */
export const eventName = <Type extends OutgoingType>(type: Type) =>
  type.replace('.', '_') as NameInText<Type>;
