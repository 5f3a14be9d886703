import { type ReactNode, useSyncExternalStore } from 'react';
import { type CameraState, chooseLens, setTorch, setZoom } from '../../frames/camera.ts';
import { lensName } from '../../frames/lens.ts';
import {
  IconBulb,
  IconBulbOff,
  IconCameraRotate,
  IconDeviceMobileVibration,
  IconFocusAuto,
  IconVolume,
  IconVolumeOff,
} from '../../ui/icons.ts';
import { useLocale, useText } from '../../ui/texts.tsx';
import { type CameraSettings, changeSettings } from './settings.ts';
import classes from './top-bar.module.css';

/** What the lens offers, and how the camera behaves. Only what this device has is there. */
export function TopBar({ camera, settings }: { camera: CameraState; settings: CameraSettings }) {
  const text = useText();
  const locale = useLocale();
  const { abilities, lenses, lensId } = camera;
  const canVibrate = useSyncExternalStore(never, vibrates, () => false);
  return (
    <div className={classes.bar} role="toolbar" aria-label={text('camera.settings.label')}>
      {abilities.torch ? (
        <Toggle
          label={text('camera.settings.torch')}
          keyName="t"
          isOn={camera.torch}
          onToggle={() => toggleTorch(camera)}
          on={<IconBulb size={22} stroke={1.5} aria-hidden />}
          off={<IconBulbOff size={22} stroke={1.5} aria-hidden />}
        />
      ) : null}
      <Toggle
        label={text('camera.settings.auto')}
        keyName="a"
        isOn={settings.auto}
        onToggle={() => changeSettings({ auto: !settings.auto })}
        on={<IconFocusAuto size={22} stroke={1.5} aria-hidden />}
      />
      <Toggle
        label={text('camera.settings.sound')}
        keyName="s"
        isOn={settings.sound}
        onToggle={() => changeSettings({ sound: !settings.sound })}
        on={<IconVolume size={22} stroke={1.5} aria-hidden />}
        off={<IconVolumeOff size={22} stroke={1.5} aria-hidden />}
      />
      {canVibrate ? (
        <Toggle
          label={text('camera.settings.vibration')}
          keyName="v"
          isOn={settings.vibration}
          onToggle={() => changeSettings({ vibration: !settings.vibration })}
          on={<IconDeviceMobileVibration size={22} stroke={1.5} aria-hidden />}
        />
      ) : null}
      {lenses.length > 1 ? (
        <label className={classes.lens}>
          <IconCameraRotate size={22} stroke={1.5} aria-hidden />
          <select
            aria-label={text('camera.settings.lens')}
            aria-keyshortcuts="l"
            value={lensId ?? ''}
            onChange={(event) => void chooseLens(event.currentTarget.value)}
          >
            {lenses.map(({ deviceId, label }, index) => (
              <option key={deviceId} value={deviceId}>
                {lensName(label, index, text)}
              </option>
            ))}
          </select>
        </label>
      ) : null}
      {abilities.zoom ? (
        <label className={classes.zoom}>
          <span>{zoomText(camera.zoom, locale)}×</span>
          <input
            type="range"
            aria-label={text('camera.settings.zoom')}
            min={abilities.zoom.min}
            max={abilities.zoom.max}
            step={abilities.zoom.step}
            value={camera.zoom}
            onChange={(event) => zoomTo(Number(event.currentTarget.value))}
          />
        </label>
      ) : null}
    </div>
  );
}

const zoomText = (zoom: number, locale: string): string =>
  zoom.toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

const never = () => () => undefined;
/** The server does not know. */
const vibrates = (): boolean => 'vibrate' in navigator;

export function toggleTorch({ abilities, torch }: CameraState): void {
  if (!abilities.torch) return;
  changeSettings({ torch: !torch });
  void setTorch(!torch).catch(() => undefined);
}

export function zoomTo(zoom: number): void {
  changeSettings({ zoom });
  void setZoom(zoom).catch(() => undefined);
}

interface ToggleProps {
  label: string;
  keyName: string;
  isOn: boolean;
  onToggle(): void;
  on: ReactNode;
  off?: ReactNode;
}

function Toggle({ label, keyName, isOn, onToggle, on, off = on }: ToggleProps) {
  const text = useText();
  return (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={isOn}
      aria-label={label}
      aria-keyshortcuts={keyName}
      title={text('camera.settings.with_key', { label, key: keyName.toUpperCase() })}
      onClick={onToggle}
    >
      {isOn ? on : off}
    </button>
  );
}
