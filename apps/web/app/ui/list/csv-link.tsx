import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { IconDownload } from '../icons.ts';

/** The whole list, as its address filters and sorts it, as a file. */
export function CsvLink({
  to,
  leaveOut,
  children,
}: {
  to: string;
  /** What the address says of the page besides the list. */
  leaveOut: readonly string[];
  children: ReactNode;
}) {
  const params = new URLSearchParams(useSearchParams()[0]);
  for (const name of leaveOut) params.delete(name);
  return (
    <Button
      component="a"
      href={`${to}?${params}`}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {children}
    </Button>
  );
}
