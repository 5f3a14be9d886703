import { Modal } from '@mantine/core';
import classes from './key-help.module.css';
import { keyMap, keyName } from './key-map.ts';

const groups = ['List', 'Review', 'Picture', 'Everywhere'] as const;

export function KeyHelp({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const isMac = opened && /Mac|iP(hone|ad)/.test(navigator.platform);
  return (
    <Modal opened={opened} onClose={onClose} title="Keys" size="xl">
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={classes.group}>{group}</h3>
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
                    <dd>{binding.label}</dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={classes.note}>
        In the picture: drag or arrow keys to move, wheel or pinch to zoom. In a form: Tab goes to doubtful
        fields first, Enter saves.
      </p>
    </Modal>
  );
}
