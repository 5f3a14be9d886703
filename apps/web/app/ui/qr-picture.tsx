import type { QrCode } from './qr-path.ts';

/** Modules of quiet zone that ISO/IEC 18004 asks for. */
const quietZone = 4;

/** A QR code, dark on white in every theme: scanners expect nothing else. */
export function QrPicture({
  code: { size, path },
  label,
  className,
}: {
  code: QrCode;
  label: string;
  className: string;
}) {
  const side = size + 2 * quietZone;
  return (
    <svg
      className={className}
      viewBox={`${-quietZone} ${-quietZone} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-quietZone} y={-quietZone} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
