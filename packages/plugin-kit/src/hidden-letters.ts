const hidden = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udc7f]/g;

/** Without what turns the direction of letters around or is not seen: a text with it is not what it looks like. */
export const withoutHidden = (text: string): string => text.replaceAll(hidden, '');
