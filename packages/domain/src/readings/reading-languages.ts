/**
 * BCP 47 tags a picture is read for, wherever it is read. A language of the company's own country is asked for with
 * it: English alone has no £, that of Britain has.
 */
export function readingLanguages({
  languages,
  locale,
}: {
  languages: readonly string[];
  locale: string;
}): string[] {
  return languages.map((tag) => (locale.startsWith(`${tag}-`) ? locale : tag));
}
