import classes from '../../../ui/settings.module.css';

/** Why somebody may not use what is above or below, and who may. Nothing where they may. */
export function Reserved({ sentence }: { sentence: string }) {
  return sentence ? <p className={classes.hint}>{sentence}</p> : null;
}
