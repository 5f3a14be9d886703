import type { ReactNode } from 'react';
import { CopiedValue } from '../../../ui/copied-value.tsx';
import settings from '../../../ui/settings.module.css';
import { useText } from '../../../ui/texts.tsx';

/** The signing secret, this once; leaving the page is what makes it vanish. `children`: what happened. */
export function ShownSecret({
  name,
  secret,
  children,
}: {
  name: string;
  secret: string;
  children: ReactNode;
}) {
  const text = useText();
  return (
    <div className={settings.panel}>
      <p role="status">{children}</p>
      <CopiedValue label={text('deliveries.secret_of', { name })} value={secret} />
      <p>{text('deliveries.secret_once')}</p>
    </div>
  );
}
