import sections from 'virtual:plugin-guide';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../../../ui/texts.tsx';
import classes from './studio.module.css';

/** The guide and the reference of the kit, beside the editor; loaded when somebody looks. */
export default function Guide() {
  const say = useText();
  const [search, setSearch] = useState('');
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = sections.filter(({ text }) => words.every((word) => text.includes(word)));
  return (
    <div className={classes.guide}>
      <TextInput
        className={classes.guideSearch}
        size="xs"
        aria-label={say('editor.guide.search')}
        placeholder={say('editor.guide.example')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 ? <p className={classes.hint}>{say('editor.guide.none')}</p> : null}
      {found.map(({ title, html }) => (
        <details key={title} open={words.length > 0 && found.length < 4}>
          <summary>{title}</summary>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made of this repository's own guides when it is built */}
          <div className={classes.guideText} dangerouslySetInnerHTML={{ __html: html }} />
        </details>
      ))}
    </div>
  );
}
