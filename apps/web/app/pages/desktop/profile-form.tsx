import { Button, Modal, NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import type { RegionProfile, RegionReads } from '@readout/domain/region-profiles/rules';
import { type FormEvent, useState } from 'react';
import type { Problem } from '../../api/answer.ts';
import { Row } from '../../ui/layout.tsx';
import { useText } from '../../ui/texts.tsx';
import classes from './desktop.module.css';

/** What one says about a profile. */
export interface ProfileWords {
  name: string;
  reads: RegionReads;
}

const kinds = ['text', 'number', 'segments'] as const;

type Numbers = Partial<Record<'digits' | 'decimals' | 'min' | 'max', number>>;

/** Name of a profile and what is read in its region. */
export function ProfileForm({
  title,
  profile,
  warning,
  tryOut,
  failure,
  submit,
  close,
}: {
  title: string;
  /** Undefined for a new one. */
  profile: Pick<RegionProfile, 'name' | 'reads'> | undefined;
  warning?: string | undefined;
  /** Reads the region as it is now; absent where no picture is at hand. @returns what is read, in words */
  tryOut?: ((reads: RegionReads) => Promise<string>) | undefined;
  /** Why no picture is at hand. */
  failure?: { message: string; tryAgain(): void } | undefined;
  /** @returns what was refused; undefined once it is kept */
  submit(words: ProfileWords): Promise<Problem | undefined>;
  close(): void;
}) {
  const text = useText();
  const [name, setName] = useState(profile?.name ?? '');
  const [kind, setKind] = useState<RegionReads['kind']>(profile?.reads.kind ?? 'text');
  const [mark, setMark] = useState(profile?.reads.decimalMark ?? '');
  const [unit, setUnit] = useState(profile?.reads.unit ?? '');
  const [numbers, setNumbers] = useState<Numbers>(() => {
    const { digits, decimals, min, max } = profile?.reads ?? { kind: 'text' };
    return withoutUndefined({ digits, decimals, min, max });
  });
  const [problem, setProblem] = useState<Problem>();
  const [isSending, setIsSending] = useState(false);
  const [tried, setTried] = useState('');
  const [isTrying, setIsTrying] = useState(false);
  const errors = (problem?.fields ?? {}) as Record<string, string>;

  const reads: RegionReads =
    kind === 'text'
      ? { kind }
      : {
          kind,
          ...(mark === '.' || mark === ',' ? { decimalMark: mark } : {}),
          ...(unit.trim() ? { unit: unit.trim() } : {}),
          ...numbers,
        };

  const send = async (event: FormEvent) => {
    event.preventDefault();
    setIsSending(true);
    const refused = await submit({ name, reads });
    setIsSending(false);
    setProblem(refused);
    if (!refused) close();
  };
  const number = (key: keyof Numbers, label: string, whole: boolean) => (
    <NumberInput
      label={label}
      size="sm"
      value={numbers[key] ?? ''}
      allowDecimal={!whole}
      allowNegative={!whole}
      error={errors[key]}
      onChange={(value) =>
        setNumbers((before) =>
          withoutUndefined({ ...before, [key]: typeof value === 'number' ? value : undefined }),
        )
      }
    />
  );
  return (
    <Modal opened onClose={close} title={title} centered>
      <form className={classes.form} onSubmit={(event) => void send(event)}>
        {warning ? <p className={classes.doubt}>{warning}</p> : null}
        <TextInput
          label={text('common.name')}
          data-autofocus
          required
          maxLength={80}
          value={name}
          error={errors.name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <fieldset className={classes.kinds}>
          <legend>{text('desktop.screen.what_is_read')}</legend>
          <SegmentedControl
            fullWidth
            data={kinds.map((each) => ({
              value: each,
              label: text('desktop.screen.kind', { kind: each }),
            }))}
            value={kind}
            onChange={(value) => setKind(value as RegionReads['kind'])}
            aria-label={text('desktop.screen.what_is_read')}
          />
        </fieldset>
        {kind === 'text' ? null : (
          <div className={classes.two}>
            <Select
              label={text('desktop.screen.decimal_mark')}
              size="sm"
              allowDeselect={false}
              value={mark}
              data={[
                { value: '', label: text('desktop.screen.not_known') },
                { value: '.', label: text('desktop.screen.mark', { mark: 'point' }) },
                { value: ',', label: text('desktop.screen.mark', { mark: 'comma' }) },
              ]}
              onChange={(value) => setMark(value ?? '')}
            />
            <TextInput
              label={text('desktop.screen.unit')}
              size="sm"
              maxLength={20}
              value={unit}
              error={errors.unit}
              onChange={(event) => setUnit(event.currentTarget.value)}
            />
            {number('digits', text('desktop.screen.digits_in_all'), true)}
            {number('decimals', text('desktop.screen.digits_after_mark'), true)}
            {number('min', text('desktop.screen.least'), false)}
            {number('max', text('desktop.screen.most'), false)}
          </div>
        )}
        {tryOut ? (
          <Row gap={8}>
            <Button
              variant="default"
              size="xs"
              loading={isTrying}
              onClick={() => {
                setIsTrying(true);
                tryOut(reads)
                  .then(setTried, (error: unknown) =>
                    setTried(error instanceof Error ? error.message : String(error)),
                  )
                  .finally(() => setIsTrying(false));
              }}
            >
              {text('desktop.screen.read_it_now')}
            </Button>
            <output className={classes.tried}>{tried}</output>
          </Row>
        ) : null}
        {failure ? (
          <Row gap={8}>
            <p className={classes.refusal} role="alert">
              {failure.message}
            </p>
            <Button variant="default" size="xs" onClick={failure.tryAgain}>
              {text('common.try_again')}
            </Button>
          </Row>
        ) : null}
        {problem && Object.keys(errors).length === 0 ? (
          <p className={classes.refusal} role="alert">
            {problem.detail} {problem.action}
          </p>
        ) : null}
        <Row gap={8}>
          <Button type="submit" loading={isSending}>
            {profile ? text('common.save') : text('desktop.screen.save_profile')}
          </Button>
          <Button variant="default" onClick={close}>
            {text('common.cancel')}
          </Button>
        </Row>
      </form>
    </Modal>
  );
}

function withoutUndefined(numbers: { [Key in keyof Numbers]: Numbers[Key] | undefined }): Numbers {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}
