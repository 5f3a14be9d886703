export type PackageErrorCode =
  /** Not a package: no JSON, another layout, nested or repeated where it may not be. */
  | 'package.malformed'
  | 'package.too_large'
  /** A key that is trusted never signed these bytes, though the package says so. */
  | 'package.tampered'
  /** Nobody who is trusted here signed it. */
  | 'package.untrusted'
  /** The manifest inside is not one. */
  | 'package.bad_manifest'
  /** There is nothing to build a program of. */
  | 'package.no_source';

/** What is wrong with a package file; the message is one sentence for a person. */
export class PackageError extends Error {
  override readonly name = 'PackageError';
  readonly code: PackageErrorCode;
  constructor(code: PackageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
