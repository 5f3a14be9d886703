/** A decoded picture. */
export interface RgbaImage {
  width: number;
  height: number;
  /** `width * height * 4` bytes, rows from the top, red green blue alpha; of a decoded picture alpha is always 255. */
  data: Uint8ClampedArray;
}

/** A grey picture. */
export interface GrayImage {
  width: number;
  height: number;
  /** `width * height` bytes, rows from the top, 0 black to 255 white (BT.601 luma). */
  data: Uint8ClampedArray;
}
