import { Menu } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api } from '../api/client.ts';
import { IconScan } from '../ui/icons.ts';
import { useText } from '../ui/texts.tsx';

/** Of a capture's menu: begins a reader with this page as its example. */
export function MakeReaderItem({ captureId }: { captureId: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const begin = async () => {
    setIsBusy(true);
    const answer = await api.post('/templates', { body: { captureId } });
    setIsBusy(false);
    // The page where one begins says what was refused.
    await navigate(
      answer.ok
        ? `/settings/plugins/template/${answer.value.draftId}`
        : `/settings/plugins/template/new?capture=${captureId}`,
    );
  };
  return (
    <Menu.Item
      leftSection={<IconScan size={16} aria-hidden />}
      closeMenuOnClick={false}
      disabled={isBusy}
      onClick={() => void begin()}
    >
      {text('workspace.page.make_reader')}
    </Menu.Item>
  );
}
