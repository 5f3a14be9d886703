/** Rows of a crop as the recogniser of displays was trained with. */
export const displayHeight = 32;
/** Empty columns at either end of a crop, and its columns for each step of the answer. */
export const displayMargin = 8;
export const displayStride = 4;
/** What the classes after the blank are. */
export const displayCharacters = '0123456789.-:';
