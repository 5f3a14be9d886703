import page from '../../ui/page.module.css';
import classes from '../../ui/settings.module.css';
import { FormattedText, useText } from '../../ui/texts.tsx';

/** Instead of a page about an account, for a platform admin who acts as its person. */
export function SupportNote({ title, name, email }: { title: string; name: string; email: string }) {
  const text = useText();
  return (
    <>
      <h1 className={page.title}>{title}</h1>
      <div className={classes.note} style={{ marginTop: 16 }}>
        <p>
          <FormattedText
            id="settings.support.acting_as"
            values={{ name: <strong dir="auto">{name}</strong>, email }}
          />
        </p>
        <p>{text('settings.support.hint')}</p>
      </div>
    </>
  );
}
