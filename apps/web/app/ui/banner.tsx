import type { ReactNode } from 'react';
import classes from './banner.module.css';

export function Banner({
  tone,
  icon,
  action,
  children,
}: {
  tone: 'plain' | 'notice' | 'alarm';
  icon: ReactNode;
  action?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={classes.banner} data-tone={tone} role="status">
      <span className={classes.icon}>{icon}</span>
      <p>{children}</p>
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
