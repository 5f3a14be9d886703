import page from '../../ui/page.module.css';
import classes from './settings.module.css';

/** Instead of a page about an account, for a platform admin who acts as its person. */
export function SupportNote({ title, name, email }: { title: string; name: string; email: string }) {
  return (
    <>
      <h1 className={page.title}>{title}</h1>
      <div className={classes.note} style={{ marginTop: 16 }}>
        <p>
          You are acting as <strong dir="auto">{name}</strong> ({email}).
        </p>
        <p>
          An account is its person’s alone: while acting as somebody, nobody sees how they sign in or where,
          and nobody changes it, whatever access their company allows.
        </p>
      </div>
    </>
  );
}
