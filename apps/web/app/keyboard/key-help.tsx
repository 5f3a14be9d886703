import { Button, Modal } from '@mantine/core';
import { useFetcher } from 'react-router';
import { Text } from '../ui/layout.tsx';
import { useText } from '../ui/texts.tsx';
import { InNotesLine } from '../ui/toasts.tsx';
import { useViewer } from '../viewer.ts';
import classes from './key-help.module.css';
import { keyName } from './key-map.ts';

interface KeyGroup {
  name: string;
  keys: readonly { keys: readonly string[]; does: string }[];
}

/** The list of keys of a page, and the button that opens it. @param notes - what else helps without a mouse */
export function KeyHelp({
  groups,
  notes = [],
  isOpen,
  onOpen,
}: {
  groups: readonly KeyGroup[];
  notes?: readonly string[];
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
}) {
  const text = useText();
  const isMac = isOpen && /Mac|iP(hone|ad)/.test(navigator.platform);
  return (
    <>
      <InNotesLine>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          rightSection={<kbd>?</kbd>}
          onClick={() => onOpen(true)}
        >
          {text('common.keys.title')}
        </Button>
      </InNotesLine>
      <Modal opened={isOpen} onClose={() => onOpen(false)} title={text('common.keys.title')} size="xl">
        <div className={classes.groups}>
          {groups.map(({ name, keys: bindings }) => (
            <section key={name}>
              <Text as="h3" size={13} tone="dim" below={6}>
                {name}
              </Text>
              <dl className={classes.keys}>
                {bindings.map(({ keys, does }) => (
                  <div key={keys[0]}>
                    <dt>
                      {keys.map((key) => (
                        <Key key={key} name={key} isMac={isMac} />
                      ))}
                    </dt>
                    <dd>{does}</dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
        </div>
        {[...notes, text('common.keys.scanner')].map((note) => (
          <Text key={note} size={13} tone="dim">
            {note}
          </Text>
        ))}
        <SingleKeys />
      </Modal>
    </>
  );
}

const named = {
  Space: 'space',
  Ctrl: 'ctrl',
  Shift: 'shift',
  Del: 'delete',
  Page: 'page',
  Enter: 'enter',
  Esc: 'escape',
} as const;
const isNamed = (word: string): word is keyof typeof named => Object.hasOwn(named, word);

/** A key as keyboards of the reader's language have it printed. */
export function Key({ name, isMac = false }: { name: string; isMac?: boolean }) {
  const text = useText();
  const words = keyName(name, isMac).split(' ');
  return (
    <kbd>
      {words.map((word) => (isNamed(word) ? text('common.keys.name', { key: named[word] }) : word)).join(' ')}
    </kbd>
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
