import { type RefObject, useEffect, useSyncExternalStore } from 'react';
import {
  type CameraState,
  cameraState,
  holdCamera,
  noCamera,
  setTorch,
  setZoom,
  subscribeCamera,
} from '../../frames/camera.ts';
import { prepareStills } from '../../frames/still.ts';
import { cameraSettings } from './settings.ts';

/** The camera, needed as long as the page is shown, and shown in the video. */
export function useCamera(video: RefObject<HTMLVideoElement | null>): CameraState {
  const camera = useSyncExternalStore(subscribeCamera, cameraState, () => noCamera);
  useEffect(holdCamera, []);
  const { stream, track } = camera;

  useEffect(() => {
    const element = video.current;
    if (!element || !stream) return;
    // Set again it would begin again: it may be playing since before the page's scripts were there.
    if (element.srcObject !== stream) element.srcObject = stream;
    // Refused only while the page is hidden; shown again it plays by itself.
    void element.play().catch(() => undefined);
    return () => {
      element.srcObject = null;
    };
  }, [stream, video]);

  useEffect(() => {
    if (!track) return;
    prepareStills(track);
    const { torch, zoom } = cameraSettings();
    if (torch) void setTorch(true).catch(() => undefined);
    if (zoom !== null) void setZoom(zoom).catch(() => undefined);
  }, [track]);
  return camera;
}
