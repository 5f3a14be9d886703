import type { Random } from './random.ts';

const firstNames = [
  'Ada Amina Anneli Bao Bernd Carla Chidi Clara Daniel Dunja Elif Emeka Eva Farid Femke Giulia Hanna Hugo Ines Ivan Jana',
  'Jonas Kaito Karim Lea Liam Linnea Luca Maja Marek Mei Milan Mira Nadia Nils Noor Olga Omar Paula Petra Quentin Rahel',
  'Rosa Samir Sofia Tariq Teresa Tom Uma Viktor Wanda Xenia Yara Yusuf Zoe',
].flatMap((line) => line.split(' '));
const lastNames = [
  'Abels Adeyemi Almeida Bakker Banerjee Berg Bianchi Castell Chen Costa Demir Dubois Eriksen Farkas Ferreira Fischer Gallo',
  'Garcia Haddad Hansen Horvat Ivanova Jansen Kaya Keller Kim Kowalska Larsen Lindqvist Lopez Maier Marino Moreau Nagy Nakamura',
  'Novak Okafor Olsen Papadakis Pereira Petrov Rahman Rossi Sato Schmitt Silva Soares Tanaka Thorne Ueda Vargas Vogel Weiss Yilmaz Zeman',
].flatMap((line) => line.split(' '));

/** Whole names in scripts and shapes that lists have to stand. */
const otherNames = [
  'محمد العلي',
  'نورة الحربي',
  'דנה לוי',
  'יוסף כהן',
  '王小明',
  '佐藤 花子',
  '김민준',
  'Анна Соколова',
  'Γιώργος Παππάς',
  'आरव शर्मा',
  'สมชาย ใจดี',
  'Željko Đorđević',
  'Nguyễn Thị Hương',
  'Łucja Święcka',
  'Zoë 🌻 Berg',
  'Maria do Carmo de Albuquerque e Vasconcelos Figueiredo de Sousa Pinto Monteiro da Câmara',
];

const starts = [
  'Bre',
  'Cal',
  'Dov',
  'Elm',
  'Far',
  'Gri',
  'Hol',
  'Ist',
  'Jor',
  'Kel',
  'Lum',
  'Mor',
  'Nav',
  'Orr',
  'Pel',
  'Quil',
  'Rav',
  'Sel',
  'Tam',
  'Ulv',
  'Vant',
  'Wex',
  'Yar',
  'Zel',
];
const middles = ['va', 'li', 'no', 'ri', 'ta', 'mo', 'se', 'du', 'ke', 'pi'];
const ends = ['lo', 'ra', 'nt', 'x', 'no', 'mis', 'tek', 'ria', 'ven', 'do', 'ski', 'len'];
const trades = [
  'Foods',
  'Logistics',
  'Bakeries',
  'Freight',
  'Clinics',
  'Workshops',
  'Gardens',
  'Textiles',
  'Tools',
  'Press',
  'Cafés',
  'Optics',
  'Stores',
  'Energy',
  'Travel',
  'Timber',
];
const forms = ['GmbH', 'Ltd', 'S.A.', 'B.V.', 'AB', 'Oy', 'Kft.', 'SARL', 'ApS', 's.r.o.', ''];

/** Names a list of companies has to stand: written from the right, long, with emoji, looking like code. */
export const hardNames = [
  'مخابز الواحة الشرقية',
  'בית המלאכה של הצפון',
  '桜川精密部品',
  'Мастерская «Северный ветер»',
  'Εργαστήρι Θαλασσινό',
  'หัตถกรรมเชียงแสน',
  '🌿 Leaf & Ledger 🌿',
  '<script>alert("Workshop")</script> & Sons',
  '=SUM(A1:A9) Accounting',
  `The ${'Very '.repeat(33)}Long Company`,
  'a',
];

/** An invented word, so that nothing bears the name of a firm that exists. */
function invented(random: Random): string {
  return `${random.pick(starts)}${random.pick(middles)}${random.chance(0.4) ? random.pick(middles) : ''}${random.pick(ends)}`;
}

export function companyName(random: Random): string {
  if (random.chance(0.03)) return random.pick(hardNames);
  return `${invented(random)} ${random.pick(trades)} ${random.pick(forms)}`.trim();
}

export function personName(random: Random): string {
  if (random.chance(0.06)) return random.pick(otherNames);
  return `${random.pick(firstNames)} ${random.pick(lastNames)}`;
}

const shops = [
  'Corner Shop',
  'Kitchen',
  'Market Hall',
  'Bistro',
  'Hardware',
  'Pharmacy',
  'Coffee Bar',
  'Stationery',
  'Garage',
  'Deli',
];
export const shopName = (random: Random) => `${invented(random)} ${random.pick(shops)}`;
export const carrierName = (random: Random) => `${invented(random)} Parcel`;

const streets = [
  'Mill Lane',
  'Harbour Street',
  'Station Road',
  'Chapel Row',
  'Orchard Way',
  'Market Square',
  'Bridge Street',
  'Long Acre',
];
const towns = [
  'Elmbrook',
  'Kestrel Bay',
  'Northmoor',
  'Ashferry',
  'Dunholt',
  'Winterby',
  'Saltmarsh',
  'Oakhaven',
];
/** Two lines of an invented address. */
export const address = (random: Random): [string, string] => [
  `${random.whole(1, 180)} ${random.pick(streets)}`,
  `${random.pick(towns)} ${random.digits(5)}`,
];

export const goods = [
  'Oat bread',
  'Espresso',
  'Flat white',
  'Soup of the day',
  'Pencils, box',
  'Printer paper',
  'Olive oil 0.5 l',
  'Apples 1 kg',
  'Batteries AA',
  'Screws 4x40',
  'Masking tape',
  'Tea, mint',
  'Cheese roll',
  'Mineral water',
  'Hand cream',
  'LED bulb E27',
  'Notebook A5',
  'Cable ties',
  'Tomatoes 500 g',
  'Dish soap',
  'Sandwich',
  'Bus ticket',
  'Car wash',
  'Umbrella',
];
