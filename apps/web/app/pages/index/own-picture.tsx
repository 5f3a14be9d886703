import { useEffect, useRef } from 'react';
import { useText } from '../../ui/texts.tsx';

/** Longest side it is drawn with, pixels: more than the page ever shows. */
const maxSide = 1600;

/** The upright picture the reading's boxes are pixels of: browsers show neither every format nor what a PDF page looks like. */
export function OwnPicture({ bitmap, name }: { bitmap: ImageBitmap; name: string }) {
  const text = useText();
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = Math.min(1, maxSide / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
  }, [bitmap, width, height]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      role="img"
      aria-label={text('public.landing.own_picture', { name })}
    />
  );
}
