/** How long a phone may scan the code. */
export const scanSeconds = 60;
/** How long the computer may confirm after that. */
export const decideSeconds = 120;
/** How long the phone is signed in. */
export const pairedSeconds = 12 * 60 * 60;
