import { Banner } from '../ui/banner.tsx';
import { IconAlertTriangle } from '../ui/icons.ts';
import { useText } from '../ui/texts.tsx';
import { useDeviceReaderState } from './use-device-reader.ts';

/** Names each text model of the installation that this device does without, and why. */
export function PackagedInstead() {
  const text = useText();
  const { unloaded = [] } = useDeviceReaderState();
  return unloaded.map(({ name, code }) => (
    <Banner key={name} tone="notice" icon={<IconAlertTriangle size={16} aria-hidden />}>
      {text('common.device_reader.packaged_instead', { name, code })}
    </Banner>
  ));
}
