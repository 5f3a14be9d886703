import { useNonce } from '../nonce.ts';
import { earlyPictureScript } from './early-stream.ts';

/**
 * Right behind the video that shows the camera: the picture that the page's head asked for is shown while the page's scripts
 * are still on their way, and their code takes it over.
 */
export function EarlyPicture() {
  const nonce = useNonce();
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
      dangerouslySetInnerHTML={{ __html: earlyPictureScript }}
    />
  );
}
