export const STEPS = [
  {
    title: 'A picture goes in',
    text: 'Drop, paste or pick pictures and PDFs, or take a photo with the phone. Uploads resume where they were cut. A capture is acknowledged only once its bytes are safely stored, and never changed afterwards.',
  },
  {
    title: 'It is read, here and there',
    text: 'The device reads barcodes, text and fields before anything is sent, also offline; the server reads what it keeps again with the same engine. Reader plugins make typed records of it: amounts as amounts, dates as dates, codes with their check digit. A reader declines rather than guesses.',
  },
  {
    title: 'You confirm, a record comes out',
    text: 'Point at a field and its pixels light up. Correct what is wrong, confirm by keyboard, go to the next. Every change keeps who made it. Export as CSV, XLSX or JSON.',
  },
];

export const HOSTING = [
  {
    what: 'Small:',
    how: 'one process, its own database and a folder of files. A laptop will do.',
  },
  {
    what: 'Larger:',
    how: 'DATABASE_URL names a PostgreSQL of yours, READOUT_ROLE runs pages and reading on different machines. Nothing else changes.',
  },
  {
    what: 'Yours:',
    how: 'sign-in with your own OpenID Connect service, mails through your own server, legal texts with your own name.',
  },
];

export const SAFEGUARDS = [
  {
    title: 'Companies are kept apart twice',
    text: 'By the rules of the application, and again by row-level security in PostgreSQL, under a database role that cannot get around it.',
  },
  {
    title: 'Hostile files cost one job',
    text: 'Pictures are decoded in a separate process that holds no database credentials. If a decoder breaks, that one picture fails with its reason and the next is read.',
  },
  {
    title: 'Plugins compute, never reach',
    text: 'Each run gets a fresh interpreter with limits on memory and time, without files, network or clock.',
  },
  {
    title: 'Accounts of today',
    text: 'Passkeys, a second factor that a company can demand, sessions one can end from afar, and a growing wait after wrong passwords. Who has an account is not given away.',
  },
  {
    title: 'Support that shows itself',
    text: 'Whoever runs the installation sees companies and counts, not captures. Acting as a user is for one hour, in a banner, in the company’s own audit list, and reads only unless its owner allows more.',
  },
  {
    title: 'Nothing is fetched from elsewhere',
    text: 'Fonts, scripts and reading models come with the installation. No analytics, no tracking, and only cookies that something you asked for needs.',
  },
  {
    title: 'Originals are guarded',
    text: 'Handed out only after the permission check, with a sniffed type. Location data is left out of derived pictures and exports unless your company keeps it.',
  },
  {
    title: 'Who did what stays provable',
    text: 'Corrections and audit events can be added, but the application has no right to change or delete them.',
  },
  {
    title: 'You can leave with everything',
    text: 'Export records as CSV, XLSX or JSON and your own data as a file. A closed company is deleted after 30 days in which its owner can change their mind.',
  },
];

export const QUESTIONS = [
  {
    question: 'Which files can it read?',
    answer:
      'JPEG, PNG, WebP, AVIF, HEIC, GIF (first frame), TIFF and BMP up to 25 MB and 50 megapixels, and PDF up to 100 MB and 200 pages.',
  },
  {
    question: 'Which languages?',
    answer:
      'Printed text in Latin script. A company chooses its languages; English, German, French and Swedish come with it, so that letters such as ö, ß, ç and å and the € sign are read as what they are.',
  },
  {
    question: 'How do I know a value is right?',
    answer:
      'You see the pixels it came from, a confidence, and the checks it passed or failed with the reason: sums that add up, check digits, plausible dates. Nothing counts as confirmed until a person, or a rule the company set, confirms it.',
  },
  {
    question: 'How good is the reading?',
    answer:
      'It depends on the picture. On 40 scanned till receipts the engine of this version gets 97% of the characters, and every total and date it states; it finds the merchant on 82%. Figures for labels, screens and barcodes, with the pictures they were taken on and other engines beside them, are in the folder bench/results.',
  },
  {
    question: 'Who may do what?',
    answer:
      'Operators capture and see their own work. Reviewers check everything. Admins also manage members, plugins and the audit list. Owners also decide about the company itself. The server enforces it on every page and every call.',
  },
  {
    question: 'Can it read from a live camera or watch a screen?',
    answer:
      'Yes, on the device. The camera page boxes barcodes in the live picture and shows fields as soon as it holds still. The desktop page reads a shared screen, window or tab, or a region of it, once or as a watch that plots its value over days.',
  },
  {
    question: 'Does anything leave my machine?',
    answer:
      'What you read on this page is read in your browser and sent nowhere. Captures go to your own server and no further: reading happens there and on your devices, with models that come with it. Mails go out if you set a mail server up, and sign-ins if you offer another service.',
  },
  {
    question: 'Can I read files without the server?',
    answer:
      'Yes: npx --no-install readout read FILE prints what is in a picture or PDF, as a table or as JSON.',
  },
];
