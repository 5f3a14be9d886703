import type { ChangeEvent } from 'react';
import { takeIn } from '../../queue/use-queue.ts';
import { requireMember } from '../../session.ts';
import { IconCamera, IconPhoto } from '../../ui/icons.ts';
import page from '../../ui/page.module.css';
import type { Route } from './+types/camera';
import { ArrivingList } from './arriving-list.tsx';
import classes from './capture.module.css';
import { NoNewCaptures } from './no-new-captures.tsx';

export function loader({ context, request }: Route.LoaderArgs) {
  const { session } = requireMember(context, request);
  return { status: session.company.status };
}

export const meta: Route.MetaFunction = () => [{ title: 'Camera · Readout' }];

export default function CameraPage({ loaderData }: Route.ComponentProps) {
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    void takeIn([...(event.currentTarget.files ?? [])], { source: 'camera' });
    // The same photo may be taken twice in a row.
    event.currentTarget.value = '';
  };
  return (
    <div className={`${page.page} ${classes.page}`}>
      <h1 className={page.title}>Camera</h1>
      {loaderData.status === 'active' ? (
        <>
          <div className={classes.shutters}>
            <label className={classes.shutter}>
              <input type="file" accept="image/*" capture="environment" onChange={take} />
              <IconCamera size={40} stroke={1.25} aria-hidden />
              <span>Take a photo</span>
            </label>
            <label className={classes.second}>
              <input type="file" accept="image/*,.heic,.heif,.tif,.tiff" multiple onChange={take} />
              <IconPhoto size={20} stroke={1.5} aria-hidden />
              <span>Choose photos</span>
            </label>
          </div>
          <ArrivingList empty="Fill the frame, hold still, avoid glare. Each photo is sent at once and read on the server." />
        </>
      ) : (
        <NoNewCaptures />
      )}
      <p className={classes.truth}>
        Reading live in the viewfinder and taking photos without a network are not there yet: for now this
        page opens the camera of your device, and needs a connection to send what it took.
      </p>
    </div>
  );
}
