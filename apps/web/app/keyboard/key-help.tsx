import { Button, Modal } from '@mantine/core';
import { useFetcher } from 'react-router';
import { useViewer } from '../shell/viewer.ts';
import { Text } from '../ui/layout.tsx';
import { useText } from '../ui/texts.tsx';
import classes from './key-help.module.css';
import { keyGroups, keyMap, keyName } from './key-map.ts';

export function KeyHelp({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const text = useText();
  const isMac = opened && /Mac|iP(hone|ad)/.test(navigator.platform);
  return (
    <Modal opened={opened} onClose={onClose} title={text('workspace.keys.keys')} size="xl">
      <div className={classes.groups}>
        {keyGroups.map((group) => (
          <section key={group}>
            <Text as="h3" size={13} tone="dim" below={6}>
              {text('workspace.page.key_group', { group })}
            </Text>
            <dl className={classes.keys}>
              {keyMap
                .filter((binding) => binding.group === group)
                .map((binding) => (
                  <div key={`${binding.action} ${binding.keys[0]}`}>
                    <dt>
                      {binding.keys.map((key) => (
                        <kbd key={key}>{keyName(key, isMac)}</kbd>
                      ))}
                    </dt>
                    <dd>{text(binding.label)}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <Text size={13} tone="dim">
        {text('workspace.keys.with_rows_selected')}
      </Text>
      <Text size={13} tone="dim">
        {text('workspace.keys.in_picture_drag_or_arrow')}
      </Text>
      <Text size={13} tone="dim">
        {text('workspace.keys.scanner')}
      </Text>
      <SingleKeys />
    </Modal>
  );
}

/** Whether letters alone are shortcuts, and the button that changes it: it is kept with the account. */
function SingleKeys() {
  const text = useText();
  const isOn = useViewer()?.user.singleKeys ?? true;
  const { Form, state } = useFetcher();
  return (
    <Form method="post" action="/settings/account" className={classes.single}>
      <span role="status">{text('common.single_keys.state', { state: isOn ? 'on' : 'off' })}</span>
      <input type="hidden" name="on" value={isOn ? '' : 'yes'} />
      <Button
        type="submit"
        name="intent"
        value="single_keys"
        size="xs"
        variant="default"
        loading={state !== 'idle'}
      >
        {text('common.single_keys.switch', { state: isOn ? 'on' : 'off' })}
      </Button>
    </Form>
  );
}
