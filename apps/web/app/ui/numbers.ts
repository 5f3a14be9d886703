const whole = new Intl.NumberFormat('en');

/** A count as people read it: `12,345`. One formatter for all: making one for each number is what takes the time. */
export const wholeNumber = (count: number): string => whole.format(count);
