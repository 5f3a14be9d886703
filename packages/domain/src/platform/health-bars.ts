/** Minutes of one bar of the plots. Apart from what asks the database, because the page needs it too. */
export const barMinutes = 15;
