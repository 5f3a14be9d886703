import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../ui/texts.tsx';
import classes from './desktop.module.css';

/** Holds a picture of the given size as large as there is room, with whatever lies over it. */
export function Stage({
  frame,
  children,
}: {
  frame: { width: number; height: number };
  children: ReactNode;
}) {
  return (
    <div className={classes.stage}>
      <div
        className={classes.frame}
        style={{
          aspectRatio: `${frame.width} / ${frame.height}`,
          // Small regions are not blown up beyond four times.
          maxWidth: `min(100%, calc(var(--stage-height) * ${frame.width / frame.height}), ${frame.width * 4}px)`,
        }}
      >
        {children}
      </div>
    </div>
  );
}

/** What is shared, as it moves. */
export function LivePicture({
  stream,
  label,
  onSize,
}: {
  stream: MediaStream;
  label: string;
  onSize(size: { width: number; height: number }): void;
}) {
  const text = useText();
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.srcObject = stream;
    void element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream]);
  return (
    <video
      ref={video}
      className={classes.picture}
      muted
      playsInline
      autoPlay
      aria-label={text('desktop.screen.live_picture_of', { label })}
      // A shared window that is resized tells so here.
      onResize={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
        if (width > 0) onSize({ width, height });
      }}
      onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
        if (width > 0) onSize({ width, height });
      }}
    />
  );
}
