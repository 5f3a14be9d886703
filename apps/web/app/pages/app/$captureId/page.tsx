import { notifications } from '@mantine/notifications';
import { getCapture } from '@readout/domain/captures/get-capture';
import { errorEntry } from '@readout/domain/error-catalogue';
import { useEffect, useMemo, useRef } from 'react';
import {
  data,
  isRouteErrorResponse,
  Link,
  type ShouldRevalidateFunctionArgs,
  useRevalidator,
} from 'react-router';
import { clientAddressContext } from '../../../../server/http/context.ts';
import { currentLocale } from '../../../../server/request/locale.ts';
import { api } from '../../../api/client.ts';
import { useCaptureTitle } from '../../../captures/capture-name.ts';
import { parseFilter } from '../../../captures/filters.ts';
import { useWorkspace } from '../../../captures/workspace-context.ts';
import { useKeys } from '../../../keyboard/use-keys.ts';
import { isRotation } from '../../../picture/geometry.ts';
import { createPicker, PickerContext } from '../../../picture/picker.ts';
import { PicturePane } from '../../../picture/picture-pane.tsx';
import { searchHits } from '../../../picture/search-hits.ts';
import { wordsOf } from '../../../picture/words.ts';
import { orProblemPage } from '../../../problems/page-problem.ts';
import { requireMember } from '../../../session.ts';
import { FailureMessage } from '../../../shell/page-failure.tsx';
import { SwitchCompanyForm } from '../../../shell/switch-company-form.tsx';
import { localeOfMatches } from '../../../texts/page-title.ts';
import { FocusContext, useNewFocus } from '../../../ui/focus.ts';
import { useLiveState } from '../../../ui/live/live.ts';
import { FormattedText, textsIn, useText } from '../../../ui/texts.tsx';
import { showProblem } from '../../../ui/undo.tsx';
import classes from '../capture.module.css';
import { useLiveChanges } from '../live-topic.ts';
import type { Route } from './+types/page';
import { CaptureBar } from './capture-bar.tsx';
import { captureElsewhere } from './capture-elsewhere.server.ts';
import { RecordPane } from './record/record-pane.tsx';
import { useRoomAboveKeyboard } from './use-room-above-keyboard.ts';

export async function loader({ context, request, params }: Route.LoaderArgs) {
  const { services, session, scope } = requireMember(context, request);
  const { db, plugins } = services;
  const { captureId } = params;
  const detail = await orProblemPage(
    getCapture({ db: db.app, plugins }, { scope, captureId, locale: currentLocale() }).catch(
      async (error: unknown) => {
        const ipAddress = context.get(clientAddressContext);
        const company = await captureElsewhere(services, session, { captureId, ipAddress });
        throw company ? data({ company }, { status: 404 }) : error;
      },
    ),
  );
  const code = detail.page.failureCode;
  const entry = code ? errorEntry(code, currentLocale()) : undefined;
  return {
    detail,
    failure: code
      ? {
          code,
          title: entry?.title ?? textsIn(currentLocale())('workspace.page.could_not_be_read'),
          action: entry?.action ?? '',
        }
      : null,
    titles: Object.fromEntries(
      detail.notRun.flatMap(({ code }) => {
        const title = errorEntry(code, currentLocale())?.title;
        return title ? [[code, title]] : [];
      }),
    ),
    hits: searchHits(detail.reading, parseFilter(new URL(request.url).searchParams).q),
  };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => [
  {
    title: `${loaderData ? loaderData.detail.capture.title || loaderData.detail.capture.fileName : textsIn(localeOfMatches(matches))('workspace.page.capture')} · Readout`,
  },
];

export function shouldRevalidate({
  currentUrl,
  nextUrl,
  currentParams,
  nextParams,
  formMethod,
}: ShouldRevalidateFunctionArgs): boolean {
  if (formMethod !== undefined || currentParams.captureId !== nextParams.captureId) return true;
  // The same address again: a live change asked for it. Other filters change nothing here but the hits.
  return (
    currentUrl.search === nextUrl.search || currentUrl.searchParams.get('q') !== nextUrl.searchParams.get('q')
  );
}

export default function CapturePage({ loaderData }: Route.ComponentProps) {
  // Another page is another picture: zoom, focus and drafts start again.
  return <Capture key={loaderData.detail.page.id} {...loaderData} />;
}

function Capture({ detail, failure, titles, hits }: Route.ComponentProps['loaderData']) {
  const text = useText();
  const titleOf = useCaptureTitle();
  const { capture, page, pages } = detail;
  const { moving } = useWorkspace();
  const { revalidate } = useRevalidator();
  useLiveChanges((ids) => {
    if (ids === null || ids.includes(capture.id) || ids.includes(page.id)) void revalidate();
  });
  // Opened while it was being read, on a page that was connected already: its end may have been told before anyone listened.
  const isUnread = page.state === 'received' || page.state === 'reading';
  const mayHaveMissed = useRef(useLiveState() === 'live' && isUnread);
  useEffect(() => {
    if (mayHaveMissed.current) void revalidate();
  }, [revalidate]);

  const focus = useNewFocus();

  const { reading, readingId } = detail;
  const mayFill = detail.may.edit;
  // A reading is never changed: where the page is read again, it is another one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const picker = useMemo(() => {
    if (!reading || readingId === null || !mayFill) return null;
    const { rotation } = reading.page;
    return createPicker({
      readingId,
      words: wordsOf(reading),
      rotation: isRotation(rotation) ? rotation : 0,
      async readRegion(region) {
        const answer = await api.post('/captures/{captureId}/regions', {
          path: { captureId: page.id },
          body: region,
        });
        if (!answer.ok) return void showProblem(answer.problem);
        return answer.value ? wordsOf({ ...answer.value, barcodes: [] }, { region: answer.value.id }) : [];
      },
      onNothingReadable: () =>
        void notifications.show({
          id: 'nothing-readable',
          message: text('workspace.picture.nothing_readable'),
          color: 'gray',
          autoClose: 4000,
        }),
    });
  }, [readingId, mayFill]);
  const article = useRef<HTMLElement>(null);
  useRoomAboveKeyboard(article);

  const turnPage = (by: 1 | -1): unknown => {
    const next = pages[pages.findIndex(({ id }) => id === page.id) + by];
    return next ? void moving.open(next.id) : false;
  };
  useKeys({
    'next-page': () => turnPage(1),
    'previous-page': () => turnPage(-1),
  });

  return (
    <FocusContext value={focus}>
      <PickerContext value={picker}>
        <article ref={article} className={classes.capture} aria-label={titleOf(capture)}>
          <CaptureBar detail={detail} />
          <PicturePane detail={detail} hits={hits} />
          <RecordPane detail={detail} failure={failure} titles={titles} />
        </article>
      </PickerContext>
    </FocusContext>
  );
}

export function ErrorBoundary({ error, params }: Route.ErrorBoundaryProps) {
  const text = useText();
  const { addressOf } = useWorkspace();
  if (!isRouteErrorResponse(error) || error.status !== 404) return <FailureMessage error={error} />;
  const { company } = error.data as { company?: { id: string; name: string } };
  if (company)
    return (
      <div className={classes.nothing}>
        <div>
          <h2>
            <FormattedText
              id="workspace.page.belongs_to"
              values={{ company: company.name, name: (inside) => <bdi>{inside}</bdi> }}
            />
          </h2>
          <p>{text('workspace.page.you_work_in_another_your')}</p>
          <SwitchCompanyForm companyId={company.id} to={`/app/${params.captureId}`}>
            <FormattedText
              id="workspace.page.switch_to"
              values={{ company: company.name, name: (inside) => <bdi>{inside}</bdi> }}
            />
          </SwitchCompanyForm>
          <Link to={addressOf()}>{text('workspace.page.back_list')}</Link>
        </div>
      </div>
    );
  return (
    <div className={classes.nothing}>
      <div>
        <h2>{text('workspace.page.capture_not_here')}</h2>
        <p>{text('workspace.page.was_deleted_for_good_belongs')}</p>
        <Link to={addressOf()}>{text('workspace.page.back_list')}</Link>
      </div>
    </div>
  );
}
