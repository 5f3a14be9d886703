import { useNonce } from '../nonce.ts';
import { earlyCameraScript } from './early-stream.ts';

/**
 * Right behind the video that shows the camera: where the person allowed it before, the camera starts while the page's
 * scripts are still on their way, and the code of the page takes it over.
 */
export function EarlyCamera() {
  const nonce = useNonce();
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
      dangerouslySetInnerHTML={{ __html: earlyCameraScript }}
    />
  );
}
