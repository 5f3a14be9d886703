/**
 * Why a display, or the number on it, is not to be believed: which of these it is, and what it is about. Anyone who shows it
 * puts it into words. Digits are counted from 1, from the left.
 */
export type Doubt =
  /** Nothing else is known of these. */
  | {
      why:
        | 'no_display'
        | 'no_text'
        /** There may be a point behind more than one digit. */
        | 'points'
        /** The segments stand out too little from their background. */
        | 'contrast'
        /** There may be one beside the row, or a smaller one behind it. */
        | 'further_digit'
        | 'further_small'
        /** By the edge of the region. */
        | 'cut_off'
        /** Two ways to read the row fit about equally well. */
        | 'two_ways'
        /** It is not clear whether there is one. */
        | 'minus'
        /** The display may stand on its head: its digits read both ways up. */
        | 'upside_down'
        | 'one_digit'
        /** More text than a number has. */
        | 'too_long';
    }
  /** Whether a point follows it; that one follows where none is expected; that it cannot be made out. */
  | { why: 'point_after' | 'point_elsewhere' | 'digit_unreadable'; digit: number }
  /** It may be something else than this. */
  | { why: 'digit_unclear'; digit: number; character: string }
  /** Fewer digits than decimals; decimals without a mark. */
  | { why: 'fewer_than_decimals' | 'no_decimal_mark'; expected: number }
  | { why: 'digits' | 'decimals' | 'smaller_digits'; expected: number; found: number }
  /** The decimal mark with which it is none, or the unit in whose place something else stands. */
  | { why: 'not_a_number' | 'unit'; character: string }
  | { why: 'too_low' | 'too_high'; value: number; limit: number };
