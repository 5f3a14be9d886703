/** For file pickers: everything Readout reads. */
export const acceptedFiles =
  'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif,image/gif,image/tiff,image/bmp,application/pdf,application/xml,text/xml,.heic,.heif,.tif,.tiff,.bmp,.xml';

const endings = /\.(jpe?g|png|webp|avif|hei[cf]|gif|tiff?|bmp|pdf|xml)$/i;

/** Whether the name says that Readout reads it; its bytes are looked at on the server. */
export const isAcceptedName = (name: string): boolean => endings.test(name);
