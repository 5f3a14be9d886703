import { setNonce } from 'get-nonce';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { sayCompanyOfPage } from './company-of-page.ts';
import { NonceContext } from './nonce.ts';
import { loadTexts } from './texts/load-texts.client.ts';
import { sayLocaleOfPage } from './texts/say-locale.client.ts';
import { LocaleContext } from './ui/texts.tsx';

// Browsers hide the attribute from scripts' markup but keep the property.
const nonce = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? '';
// What locks the page's scrolling below a dialog writes a style element and asks this package for the nonce.
setNonce(nonce);
sayLocaleOfPage();
sayCompanyOfPage();

// Without its texts a page stays as the server sent it, where links and forms work.
const locale = document.documentElement.dataset.locale ?? 'en';
await loadTexts(location.pathname, locale);

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <NonceContext value={nonce}>
        <LocaleContext value={locale}>
          <HydratedRouter />
        </LocaleContext>
      </NonceContext>
    </StrictMode>,
  );
});
