/** What an application identifier holds. Source: GS1 General Specifications, release 25, section 3. */
export interface ApplicationIdentifier {
  title: string;
  /** Shortest and longest value. */
  min: number;
  max: number;
  /** `N` digits only, `X` the GS1 character set 82 (also stands for 39 and 64). */
  kind: 'N' | 'X';
  /** True where the last digit of the identifier says how many decimals the value has. */
  decimals?: true;
  /** True where a check digit closes the value, or its first 13, 14, 17 or 18 digits: see `check`. */
  check?: number;
  /** A six-digit date begins the value. */
  date?: true;
}

/**
 * One entry a line: identifier (`n` stands for any digit, a range runs over the last digits), format, title.
 * `N14c` is a key with a check digit, `N6d` a date, `X..20` up to 20, `d` after `n` means decimals.
 */
const table = `
00 N18c SSCC
01 N14c GTIN
02 N14c Content GTIN
03 N14c Made-to-order GTIN
10 X..20 Batch or lot number
11 N6d Production date
12 N6d Due date
13 N6d Packaging date
15 N6d Best before date
16 N6d Sell by date
17 N6d Expiration date
20 N2 Internal product variant
21 X..20 Serial number
22 X..20 Consumer product variant
235 X..28 Third-party serial extension of GTIN
240 X..30 Additional product identification
241 X..30 Customer part number
242 N..6 Made-to-order variation number
243 X..20 Packaging component number
250 X..30 Secondary serial number
251 X..30 Reference to source entity
253 N13c+X..17 Global Document Type Identifier
254 X..20 GLN extension component
255 N13c+N..12 Global Coupon Number
30 N..8 Variable count
37 N..8 Count of trade items
390n N..15 Amount payable or coupon value
391n N3+N..15 Amount payable and ISO currency code
392n N..15 Amount payable for a single item
393n N3+N..15 Amount payable for a single item and ISO currency code
394n N4 Percentage discount of a coupon
395n N6 Amount payable per unit of measure
400 X..30 Customer's purchase order number
401 X..30 Global Identification Number for Consignment
402 N17c Global Shipment Identification Number
403 X..30 Routing code
410 N13c Ship to GLN
411 N13c Bill to GLN
412 N13c Purchased from GLN
413 N13c Ship for GLN
414 N13c Physical location GLN
415 N13c Invoicing party GLN
416 N13c Production location GLN
417 N13c Party GLN
420 X..20 Ship to postal code
421 N3+X..9 Ship to postal code with ISO country code
422 N3 Country of origin
423 N3+N..12 Countries of initial processing
424 N3 Country of processing
425 N3+N..12 Countries of disassembly
426 N3 Country covering the full process chain
427 X..3 Country subdivision of origin
4300 X..35 Ship to company name
4301 X..35 Ship to contact
4302 X..70 Ship to address line 1
4303 X..70 Ship to address line 2
4304 X..70 Ship to suburb
4305 X..70 Ship to locality
4306 X..70 Ship to region
4307 X2 Ship to country code
4308 X..30 Ship to telephone number
4309 N20 Ship to geographical location
4310 X..35 Return to company name
4311 X..35 Return to contact
4312 X..70 Return to address line 1
4313 X..70 Return to address line 2
4314 X..70 Return to suburb
4315 X..70 Return to locality
4316 X..70 Return to region
4317 X2 Return to country code
4318 X..20 Return to postal code
4319 X..30 Return to telephone number
4320 X..35 Service code description
4321 N1 Dangerous goods flag
4322 N1 Authority to leave flag
4323 N1 Signature required flag
4324 N10 Not before delivery date and time
4325 N10 Not after delivery date and time
4326 N6d Release date
4330 N6+X..1 Maximum temperature in Fahrenheit
4331 N6+X..1 Maximum temperature in Celsius
4332 N6+X..1 Minimum temperature in Fahrenheit
4333 N6+X..1 Minimum temperature in Celsius
7001 N13 NATO stock number
7002 X..30 UN/ECE meat carcasses and cuts classification
7003 N10 Expiration date and time
7004 N..4 Active potency
7005 X..12 Catch area
7006 N6d First freeze date
7007 N6+N..6 Harvest date
7008 X..3 Species for fishery purposes
7009 X..10 Fishing gear type
7010 X..2 Production method
7011 N6+N..4 Test by date
7020 X..20 Refurbishment lot
7021 X..20 Functional status
7022 X..20 Revision status
7023 X..30 Global Individual Asset Identifier of an assembly
703n N3+X..27 Number of processor with ISO country code
7040 N1+X..3 GS1 UIC with extension 1 and importer index
7041 X..4 UN/CEFACT freight unit type
710 X..20 National Healthcare Reimbursement Number, Germany
711 X..20 National Healthcare Reimbursement Number, France
712 X..20 National Healthcare Reimbursement Number, Spain
713 X..20 National Healthcare Reimbursement Number, Brazil
714 X..20 National Healthcare Reimbursement Number, Portugal
715 X..20 National Healthcare Reimbursement Number, United States
716 X..20 National Healthcare Reimbursement Number, Italy
717 X..20 National Healthcare Reimbursement Number, Costa Rica
723n X2+X..28 Certification reference
7240 X..20 Protocol identifier
7241 N2 AIDC media type
7242 X..25 Version control number
7250 N8 Date of birth
7251 N12 Date and time of birth
7252 N1 Biological sex
7253 X..40 Family name
7254 X..40 Given name
7255 X..10 Name suffix
7256 X..90 Full name
7257 X..70 Address of a person
7258 X3 Baby birth sequence
7259 X..40 Baby of family name
8001 N14 Roll products
8002 X..20 Cellular mobile telephone identifier
8003 N14c+X..16 Global Returnable Asset Identifier
8004 X..30 Global Individual Asset Identifier
8005 N6 Price per unit of measure
8006 N14c+N4 Individual trade item piece
8007 X..34 International Bank Account Number
8008 N8+N..4 Production date and time
8009 X..50 Optically readable sensor indicator
8010 X..30 Component or part identifier
8011 N..12 Component or part serial number
8012 X..20 Software version
8013 X..25 Global Model Number
8014 X..25 Highly individualised device registration identifier
8017 N18c Global Service Relation Number, provider
8018 N18c Global Service Relation Number, recipient
8019 N..10 Service relation instance number
8020 X..25 Payment slip reference number
8026 N14c+N4 Piece of a trade item in a logistic unit
8030 X..90 Digital signature
8040 X..90 Data carrier content 8040
8041 X..90 Data carrier content 8041
8042 X..90 Data carrier content 8042
8110 X..70 Coupon code identification, North America
8111 N4 Loyalty points of a coupon
8112 X..70 Positive offer file coupon, North America
8200 X..70 Extended packaging URL
90 X..30 Information agreed between trading partners
91-99 X..90 Company internal information
`;

/** Measures: `31n0` to `36n9`, six digits, the last digit of the identifier gives the decimals. */
const measures: Record<string, string> = {
  310: 'Net weight, kilograms',
  311: 'Length, metres',
  312: 'Width, metres',
  313: 'Height, metres',
  314: 'Area, square metres',
  315: 'Net volume, litres',
  316: 'Net volume, cubic metres',
  320: 'Net weight, pounds',
  321: 'Length, inches',
  322: 'Length, feet',
  323: 'Length, yards',
  324: 'Width, inches',
  325: 'Width, feet',
  326: 'Width, yards',
  327: 'Height, inches',
  328: 'Height, feet',
  329: 'Height, yards',
  330: 'Logistic weight, kilograms',
  331: 'Logistic length, metres',
  332: 'Logistic width, metres',
  333: 'Logistic height, metres',
  334: 'Logistic area, square metres',
  335: 'Logistic volume, litres',
  336: 'Logistic volume, cubic metres',
  337: 'Kilograms per square metre',
  340: 'Logistic weight, pounds',
  341: 'Logistic length, inches',
  342: 'Logistic length, feet',
  343: 'Logistic length, yards',
  344: 'Logistic width, inches',
  345: 'Logistic width, feet',
  346: 'Logistic width, yards',
  347: 'Logistic height, inches',
  348: 'Logistic height, feet',
  349: 'Logistic height, yards',
  350: 'Area, square inches',
  351: 'Area, square feet',
  352: 'Area, square yards',
  353: 'Logistic area, square inches',
  354: 'Logistic area, square feet',
  355: 'Logistic area, square yards',
  356: 'Net weight, troy ounces',
  357: 'Net weight or volume, ounces',
  360: 'Net volume, quarts',
  361: 'Net volume, US gallons',
  362: 'Logistic volume, quarts',
  363: 'Logistic volume, US gallons',
  364: 'Net volume, cubic inches',
  365: 'Net volume, cubic feet',
  366: 'Net volume, cubic yards',
  367: 'Logistic volume, cubic inches',
  368: 'Logistic volume, cubic feet',
  369: 'Logistic volume, cubic yards',
};

const identifiers = new Map<string, ApplicationIdentifier>();

for (const line of table.trim().split('\n')) {
  const [key = '', format = '', ...title] = line.split(' ');
  const entry: ApplicationIdentifier = { title: title.join(' '), min: 0, max: 0, kind: 'N' };
  for (const [position, part] of format.split('+').entries()) {
    const [, kind, dots, length, mark] = /^([NX])(\.\.)?(\d+)([cd]?)$/.exec(part)!;
    if (kind === 'X') entry.kind = 'X';
    if (mark === 'c') entry.check = Number(length);
    if (mark === 'd') entry.date = true;
    entry.max += Number(length);
    entry.min += dots ? (position === 0 ? 1 : 0) : Number(length);
  }
  if (/^39\dn$/.test(key)) entry.decimals = true;
  const [from, to] = key.split('-');
  if (to) for (let i = Number(from); i <= Number(to); i++) identifiers.set(String(i), entry);
  else if (key.endsWith('n')) for (let i = 0; i < 10; i++) identifiers.set(key.slice(0, -1) + i, entry);
  else identifiers.set(key, entry);
}
for (const [key, title] of Object.entries(measures))
  for (let i = 0; i < 10; i++)
    identifiers.set(`${key}${i}`, { title, min: 6, max: 6, kind: 'N', decimals: true });

/** Longest identifier the data begins with. */
export function findIdentifier(data: string): [key: string, entry: ApplicationIdentifier] | undefined {
  for (const length of [2, 3, 4]) {
    const key = data.slice(0, length);
    const entry = identifiers.get(key);
    if (entry && key.length === length) return [key, entry];
  }
  return undefined;
}

/** Known identifier by its digits. */
export function applicationIdentifier(key: string): ApplicationIdentifier | undefined {
  return identifiers.get(key);
}

/** Identifiers whose first two digits fix the length of identifier and value together, so that no separator follows. */
export const predefinedLengths: Record<string, number> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  11: 8,
  12: 8,
  13: 8,
  14: 8,
  15: 8,
  16: 8,
  17: 8,
  18: 8,
  19: 8,
  20: 4,
  31: 10,
  32: 10,
  33: 10,
  34: 10,
  35: 10,
  36: 10,
  41: 16,
};
