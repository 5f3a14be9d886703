import type { Still } from '../../frames/still.ts';
import { qrCodeOf } from '../../ui/qr-path.ts';

/** Bytes a QR code holds at the lowest redundancy (ISO/IEC 18004, version 40-L); a drawn one needs no more. */
const maxBytes = 2953;
const modulePx = 6;
const quietZone = 4;
const fontPx = 28;
const jpegQuality = 0.92;

/** Whether a code fits on a picture. */
export const canBeDrawn = (code: string): boolean => new TextEncoder().encode(code).length <= maxBytes;

/**
 * A code that came as text, as a picture: a QR code that holds it to the letter, and the same to be read by people. Every
 * value of its record points at these pixels.
 */
export async function codePicture(code: string): Promise<Still> {
  const { size, path } = qrCodeOf(code, 'L');
  const side = Math.max((size + 2 * quietZone) * modulePx, 480);
  const scale = Math.floor(side / (size + 2 * quietZone));
  const margin = Math.round((side - size * scale) / 2);
  const perLine = Math.floor((side - 2 * modulePx * quietZone) / (fontPx * 0.62));
  const lines = code.replaceAll('\u001d', '␝').match(new RegExp(`.{1,${perLine}}`, 'gsu')) ?? [];
  const height = side + (lines.length + 1) * fontPx * 1.3;
  const canvas = new OffscreenCanvas(side, Math.ceil(height));
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser draws no pictures.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  pen.save();
  pen.translate(margin, margin);
  pen.scale(scale, scale);
  pen.fill(new Path2D(path));
  pen.restore();
  pen.font = `${fontPx}px monospace`;
  pen.textBaseline = 'top';
  for (const [index, line] of lines.entries())
    pen.fillText(line, modulePx * quietZone, side + index * fontPx * 1.3);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality });
  return { blob, width: canvas.width, height: canvas.height };
}
