import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../../account/auth.module.css';
import { IconBrandGithub, IconBrandGoogle, IconBrandWindows, IconKey } from '../../ui/icons.ts';
import { useText } from '../../ui/texts.tsx';

const icons: Record<string, typeof IconKey> = {
  google: IconBrandGoogle,
  microsoft: IconBrandWindows,
  github: IconBrandGithub,
};

/** What else one can sign in or up with, below the form. Shows nothing where there is nothing else. */
export function OtherWays({
  providers,
  to,
  children,
}: {
  providers: { id: string; name: string }[];
  to: string;
  /** Buttons that come before the services. */
  children?: ReactNode;
}) {
  const text = useText();
  if (providers.length === 0 && !children) return null;
  return (
    <div className={classes.ways}>
      <p className={classes.or}>
        <span>{text('account.or')}</span>
      </p>
      {children}
      {providers.map(({ id, name }) => {
        const Icon = icons[id] ?? IconKey;
        return (
          // A link and not a form: the answer leads to another site, where the policy of pages lets no form go.
          <Button
            key={id}
            component="a"
            href={`/auth/with/${id}?to=${encodeURIComponent(to)}`}
            variant="default"
            fullWidth
            leftSection={<Icon size={18} aria-hidden="true" />}
          >
            {text('account.continue_with', { name })}
          </Button>
        );
      })}
    </div>
  );
}
