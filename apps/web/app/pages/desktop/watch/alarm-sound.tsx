import { Switch } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { onSoundUnlocked, soundIsUnlocked, tone, unlockSound } from '../../../device/tone.ts';
import page from '../../../ui/page.module.css';
import { useText } from '../../../ui/texts.tsx';
import classes from './watch.module.css';

const key = 'readout.alarm-sound';

/**
 * A switch that lets this device be heard when an alarm begins; kept on the device, off until somebody wants it.
 * @param alarms what names each alarm that is shown: one that was not there before has begun
 */
export function AlarmSound({ alarms }: { alarms: readonly string[] }) {
  const text = useText();
  const [isOn, setIsOn] = useState(false);
  useEffect(() => {
    try {
      setIsOn(localStorage.getItem(key) === 'yes');
    } catch {
      // Storage is off: it stays silent.
    }
  }, []);
  const isUnlocked = useSyncExternalStore(onSoundUnlocked, soundIsUnlocked, () => true);
  useEffect(() => {
    if (!isOn || isUnlocked) return;
    const events = ['pointerdown', 'keydown'] as const;
    for (const event of events) document.addEventListener(event, unlockSound);
    return () => {
      for (const event of events) document.removeEventListener(event, unlockSound);
    };
  }, [isOn, isUnlocked]);

  const known = useRef(new Set(alarms));
  useEffect(() => {
    const hasBegun = alarms.some((alarm) => !known.current.has(alarm));
    known.current = new Set(alarms);
    if (hasBegun && isOn) soundAlarm();
  }, [alarms, isOn]);

  const change = (wanted: boolean) => {
    setIsOn(wanted);
    try {
      localStorage.setItem(key, wanted ? 'yes' : 'no');
    } catch {
      // Kept for this visit only.
    }
    if (wanted) soundAlarm();
  };
  return (
    <div className={classes.sound}>
      <Switch
        checked={isOn}
        onChange={(event) => change(event.currentTarget.checked)}
        label={text('watch.page.play_sound')}
      />
      {isOn && !isUnlocked ? <p className={page.dim}>{text('watch.page.sound_needs_touch')}</p> : null}
    </div>
  );
}

function soundAlarm(): void {
  tone(880, 0.18);
  tone(660, 0.18, 0.22);
  tone(880, 0.3, 0.44);
}
