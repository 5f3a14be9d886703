import { useEffect } from 'react';
import type { Owner } from './kept-readers.ts';

/** In the frame of pages: what this device keeps to read with is for who looks at them, and for nobody else. */
export function useReadersOwner(owner: Owner | null): void {
  const { userId, companyId } = owner ?? {};
  useEffect(() => {
    // Not part of any page's first scripts.
    void import('./device-reader.ts').then(({ readersBelongTo }) =>
      readersBelongTo(userId && companyId ? { userId, companyId } : null),
    );
  }, [userId, companyId]);
}
