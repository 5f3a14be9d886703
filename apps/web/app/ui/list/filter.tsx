import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form, useSearchParams } from 'react-router';
import { useText } from '../texts.tsx';
import { useFollowedField } from '../use-followed-field.ts';
import type { Filters } from './define-list.ts';
import classes from './list.module.css';

/** What each filter is called, and each of its choices. */
export type FilterWords<F extends Filters> = {
  [Name in keyof F]: readonly [label: string, word: (choice: F[Name][number]) => string];
};

export function SearchForm<F extends Filters>({
  label,
  of,
  filters,
  children,
}: {
  label: string;
  of?: { filters: F };
  filters?: FilterWords<F>;
  children?: ReactNode;
}) {
  const text = useText();
  const [params] = useSearchParams();
  const field = useFollowedField<HTMLInputElement>(params.get('q') ?? '');
  const said: Record<string, readonly [label: string, word: (choice: never) => string]> = { ...filters };
  return (
    <Form className={classes.tools} role="search">
      <input type="search" name="q" aria-label={label} placeholder={label} {...field} />
      {Object.entries(said).map(([name, [filter, word]]) => (
        <Choice
          key={name}
          name={name}
          label={filter}
          options={(of?.filters[name] ?? []).map((choice) => [choice, word(choice as never)])}
        />
      ))}
      {children}
      {params.has('sort') ? <input type="hidden" name="sort" value={params.get('sort') ?? ''} /> : null}
      {params.has('order') ? <input type="hidden" name="order" value={params.get('order') ?? ''} /> : null}
      <Button type="submit" variant="default">
        {text('common.search')}
      </Button>
    </Form>
  );
}

function Choice({
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
