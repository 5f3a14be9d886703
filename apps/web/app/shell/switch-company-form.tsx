import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from 'react-router';

/** One click to another company of one's own, and on to an address there. */
export function SwitchCompanyForm({
  companyId,
  to,
  children,
}: {
  companyId: string;
  to: string;
  children: ReactNode;
}) {
  return (
    <Form method="post" action="/auth/switch-company">
      <input type="hidden" name="companyId" value={companyId} />
      <input type="hidden" name="to" value={to} />
      <Button type="submit">{children}</Button>
    </Form>
  );
}
