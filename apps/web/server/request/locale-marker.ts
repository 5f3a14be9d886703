/**
 * Header with the locale of the page that asks, a BCP 47 tag: all that it is answered is in the language it is in, until
 * it is loaded again, whatever was chosen in another tab meanwhile.
 */
export const localeMarker = 'readout-locale';
