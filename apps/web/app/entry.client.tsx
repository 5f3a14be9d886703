import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { sayCompanyOfPage } from './company-of-page.ts';
import { NonceContext } from './nonce.ts';

// Browsers hide the attribute from scripts' markup but keep the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
// What locks the page's scrolling below a dialog writes a style element and asks this package for the nonce.
setNonce(nonce);
sayCompanyOfPage();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <HydratedRouter />
      </NonceContext>
    </StrictMode>,
  );
});
