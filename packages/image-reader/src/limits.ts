/** What a file may be at most. Sources of the values: the product's list of limits. */
export const imageLimits = {
  maxImageBytes: 25 * 1024 * 1024,
  maxPixels: 50_000_000,
  maxSide: 12_000,
  maxPdfBytes: 100 * 1024 * 1024,
  maxPdfPages: 200,
  /** E-invoices, whose pages are drawn before they come here. */
  maxXmlBytes: 10 * 1024 * 1024,
} as const;
