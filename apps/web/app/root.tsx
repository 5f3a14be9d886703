import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import './theme/mantine-styles.ts';
import './theme/variables.css';
import './theme/tokens.css';
import { ColorSchemeScript, MantineProvider, mantineHtmlProps } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { languageOf } from '@readout/texts';
import { type ReactNode, useMemo } from 'react';
import { Links, Meta, Outlet } from 'react-router';
import { servicesContext, shownSessionContext } from '../server/http/context.ts';
import { chosenLocale, currentLocale, languageOfViewer } from '../server/request/locale.ts';
import type { Route } from './+types/root';
import { newestRelease } from './changelog/releases.server.ts';
import { useNonce } from './nonce.ts';
import type { RootData } from './page-data.ts';
import { refuseChanges, shownPlatform } from './platform.ts';
import { PageFailure } from './shell/page-failure.tsx';
import { PageScripts } from './shell/page-scripts.tsx';
import { keepShown, useShownData } from './shell/shown-data.ts';
import { useChosenLocale } from './shell/use-chosen-locale.ts';
import { loadTexts } from './texts/load-texts.client.ts';
import { themeIn } from './theme/theme.ts';
import { HeadScript } from './ui/head-script.tsx';
import { useLocale, useText } from './ui/texts.tsx';
import { useViewer } from './viewer.ts';

export const middleware: Route.MiddlewareFunction[] = [refuseChanges];

/** The texts of the page that is gone to are there before it is shown. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  keepShown,
  async ({ request }, next) => {
    await loadTexts(new URL(request.url).pathname, document.documentElement.dataset.locale ?? 'en');
    return next();
  },
];

export async function loader({ context, request }: Route.LoaderArgs): Promise<RootData> {
  const session = await context.get(shownSessionContext)();
  const { config, platform } = context.get(servicesContext);
  return {
    locale: currentLocale(),
    chosenLocale: chosenLocale(request.headers, languageOfViewer(session)),
    origin: config.baseUrl ?? new URL(request.url).origin,
    newestRelease,
    platform: shownPlatform(platform.current()),
    session: session && {
      user: session.user,
      company: session.company,
      role: session.role,
      companies: session.companies.map(({ id, name, role }) => ({ id, name, role })),
      impersonated: session.impersonatedBy !== undefined,
      actingUntil: session.actingUntil,
      support: session.support,
      phone: session.phone,
    },
  };
}

export const links: Route.LinksFunction = () => [
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
  { rel: 'alternate', type: 'application/atom+xml', title: 'Readout changelog', href: '/changelog.atom' },
];

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce();
  const locale = useLocale();
  const text = useText();
  const theme = useMemo(() => themeIn(text), [text]);
  const viewer = useViewer();
  return (
    // What this page sends is about the company it shows; see company-of-page.ts.
    <html
      lang={languageOf(locale)}
      {...mantineHtmlProps}
      data-locale={locale}
      data-company={viewer?.company?.id}
    >
      <head>
        <meta charSet="utf-8" />
        <HeadScript nonce={nonce} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#f4f5f3" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0e1110" media="(prefers-color-scheme: dark)" />
        <ColorSchemeScript nonce={nonce} defaultColorScheme="auto" />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        <MantineProvider
          theme={theme}
          withCssVariables={false}
          defaultColorScheme="auto"
          getStyleNonce={() => nonce}
        >
          <ModalsProvider>{children}</ModalsProvider>
        </MantineProvider>
        <PageScripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function Root() {
  useChosenLocale();
  useShownData();
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <PageFailure error={error} />;
}
