import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, useSearchParams } from 'react-router';
import { useText } from '../texts.tsx';
import { useFollowedField } from '../use-followed-field.ts';
import classes from './list.module.css';

export function SearchForm({ label, children }: { label: string; children?: ReactNode }) {
  const text = useText();
  const [params] = useSearchParams();
  const field = useFollowedField<HTMLInputElement>(params.get('q') ?? '');
  return (
    <Form className={classes.tools} role="search">
      <input type="search" name="q" aria-label={label} placeholder={label} {...field} />
      {children}
      {params.has('sort') ? <input type="hidden" name="sort" value={params.get('sort') ?? ''} /> : null}
      {params.has('order') ? <input type="hidden" name="order" value={params.get('order') ?? ''} /> : null}
      <Button type="submit" variant="default">
        {text('common.search')}
      </Button>
    </Form>
  );
}

export function Choice({
  name,
  label,
  options,
}: {
  name: string;
  label: string;
  options: [value: string, text: string][];
}) {
  const text = useText();
  const [params] = useSearchParams();
  const field = useFollowedField<HTMLSelectElement>(params.get(name) ?? '');
  return (
    <select name={name} aria-label={label} {...field}>
      <option value="">{text('common.choice_all', { label })}</option>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  );
}
