import { Button } from '@mantine/core';
import type { TextModels } from '@readout/domain/platform/text-models/list-text-models';
import type { TextModelJob } from '@readout/domain/platform/text-models/text-model-jobs';
import { fileSize } from '@readout/texts/numbers';
import { Form } from 'react-router';
import { useSending } from '../../../../forms/use-sending.ts';
import { Row } from '../../../../ui/layout.tsx';
import table from '../../../../ui/list/list.module.css';
import { Table } from '../../../../ui/list/table.tsx';
import { useLocale, useText } from '../../../../ui/texts.tsx';
import { useMay } from '../../use-may.ts';
import own from './model.module.css';
import { roleInWords } from './role-in-words.ts';

const tones = { in_use: 'signal', added: 'plain', known: 'plain' } as const;
type Job = Pick<TextModelJob, 'kind' | 'name' | 'state'>;

/** Every model there is or that can be added by its name, with what one has to know before. */
export function ModelTable({ models, jobs }: { models: TextModels['models']; jobs: readonly Job[] }) {
  const [text, locale, may] = [useText(), useLocale(), useMay()('models.change')];
  const runs = (kind: Job['kind'], name: string) =>
    jobs.some((job) => job.kind === kind && job.name === name && job.state === 'running');
  return (
    <Table
      label={text('operation.models.all')}
      head={
        <>
          <th scope="col">{text('operation.models.column', { column: 'name' })}</th>
          <th scope="col">{text('operation.models.column', { column: 'reads' })}</th>
          <th scope="col">{text('operation.column', { column: 'state' })}</th>
          <th scope="col">{text('operation.models.column', { column: 'licence' })}</th>
          <th scope="col">{text('operation.column', { column: 'files' })}</th>
        </>
      }
    >
      {models.map(({ manifest, state }) => (
        <tr key={manifest.name}>
          <th scope="row" className={own.name}>
            <div dir="auto">{manifest.name}</div>
            {may && state !== 'in_use' ? (
              <Row gap={8} isOneLine>
                {state === 'known' ? (
                  <Do intent="add" name={manifest.name} isOff={runs('add', manifest.name)} />
                ) : (
                  <>
                    <Do intent="try" name={manifest.name} isOff={runs('try', manifest.name)} />
                    <Do intent="remove" name={manifest.name} isOff={runs('try', manifest.name)} />
                  </>
                )}
              </Row>
            ) : null}
          </th>
          <td>
            {text('operation.models.role', { role: roleInWords(manifest.role) })}
            <br />
            <span className={table.sub} dir="auto">
              {manifest.about}
            </span>
          </td>
          <td>
            <span className={table.state} data-tone={tones[state]}>
              {text('operation.models.state', { state })}
            </span>
          </td>
          <td dir="auto">{manifest.licence}</td>
          <td className={table.wide}>
            <span className={table.sub} dir="auto">
              {manifest.source}
            </span>
            {[manifest.model, manifest.characters].map((file) =>
              file ? (
                <div key={file.file}>
                  <span dir="auto">{file.file}</span>, {fileSize(file.bytes, locale)}
                  <br />
                  <code className={`${table.sub} ${own.hash}`}>{file.sha256}</code>
                </div>
              ) : null,
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Do({ intent, name, isOff }: { intent: 'add' | 'try' | 'remove'; name: string; isOff: boolean }) {
  const text = useText();
  const isBusy = useSending()(intent, { name });
  const label = text('operation.models.do', { intent });
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="name" value={name} />
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant="default"
        size="compact-sm"
        loading={isBusy}
        disabled={isOff}
        aria-label={`${label} ${name}`}
      >
        {label}
      </Button>
    </Form>
  );
}
