/** Where a picture was taken, in decimal degrees (WGS 84). */
export interface PictureLocation {
  /** -90 to 90, north positive. */
  latitude: number;
  /** -180 to 180, east positive. */
  longitude: number;
}

const tags = {
  gpsDirectory: 0x8825,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  status: 9,
};
const types = { ascii: 2, long: 4, rational: 5 };
const entryBytes = 12;

interface Entry {
  type: number;
  count: number;
  /** Where the value, or the offset of a longer one, stands. */
  at: number;
}

/**
 * The place in a block of EXIF, with or without its leading `Exif\0\0`, or in a whole TIFF (EXIF 2.32, sections
 * 4.5.2 and 4.6.6; BigTIFF is not looked into).
 *
 * Never throws: what does not follow the standard, leads outside the block or lies outside the earth is no place.
 * Neither is a measurement marked void, nor 0°, 0°, which cameras without a fix write.
 */
export function locationFromExif(block: Uint8Array): PictureLocation | undefined {
  const isPrefixed = String.fromCharCode(...block.subarray(0, 6)) === 'Exif\0\0';
  const tiff = isPrefixed ? block.subarray(6) : block;
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  try {
    return findPlace(view);
  } catch (error) {
    // An offset outside the block.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function findPlace(view: DataView): PictureLocation | undefined {
  const order = view.getUint16(0);
  if (order !== 0x4949 && order !== 0x4d4d) return undefined;
  const little = order === 0x4949;
  if (view.getUint16(2, little) !== 42) return undefined;
  const pointer = readDirectory(view, view.getUint32(4, little), little).get(tags.gpsDirectory);
  if (pointer?.type !== types.long || pointer.count !== 1) return undefined;
  const gps = readDirectory(view, view.getUint32(pointer.at, little), little);
  if (readLetter(view, gps.get(tags.status)) === 'V') return undefined;
  const latitude = readAngle(view, little, gps.get(tags.latitude), 90);
  const longitude = readAngle(view, little, gps.get(tags.longitude), 180);
  const latitudeRef = readLetter(view, gps.get(tags.latitudeRef));
  const longitudeRef = readLetter(view, gps.get(tags.longitudeRef));
  if (latitude === undefined || (latitudeRef !== 'N' && latitudeRef !== 'S')) return undefined;
  if (longitude === undefined || (longitudeRef !== 'E' && longitudeRef !== 'W')) return undefined;
  if (latitude === 0 && longitude === 0) return undefined;
  return {
    latitude: latitudeRef === 'S' ? -latitude : latitude,
    longitude: longitudeRef === 'W' ? -longitude : longitude,
  };
}

/** Entries by tag, the first of each. */
function readDirectory(view: DataView, from: number, little: boolean): Map<number, Entry> {
  const entries = new Map<number, Entry>();
  const count = view.getUint16(from, little);
  for (let index = 0; index < count; index++) {
    const at = from + 2 + index * entryBytes;
    const tag = view.getUint16(at, little);
    if (entries.has(tag)) continue;
    entries.set(tag, {
      type: view.getUint16(at + 2, little),
      count: view.getUint32(at + 4, little),
      at: at + 8,
    });
  }
  return entries;
}

/** One letter and its ending NUL, which stand in the entry itself. */
function readLetter(view: DataView, entry: Entry | undefined): string | undefined {
  if (entry?.type !== types.ascii || entry.count < 1 || entry.count > 2) return undefined;
  return String.fromCharCode(view.getUint8(entry.at));
}

/** Degrees, minutes and seconds as three rationals, to degrees of 0 to `max`. */
function readAngle(
  view: DataView,
  little: boolean,
  entry: Entry | undefined,
  max: number,
): number | undefined {
  if (entry?.type !== types.rational || entry.count !== 3) return undefined;
  const from = view.getUint32(entry.at, little);
  const [degrees, minutes, seconds] = [0, 8, 16].map(
    (offset) => view.getUint32(from + offset, little) / view.getUint32(from + offset + 4, little),
  ) as [number, number, number];
  // A division by zero is no number or endless, and fails here.
  if (!(degrees <= max && minutes <= 60 && seconds <= 60)) return undefined;
  const angle = degrees + minutes / 60 + seconds / 3600;
  return angle <= max ? angle : undefined;
}
