import { platformPluginOrders, platformPluginStates } from '@readout/domain/platform/rules';
import { defineList } from '../../../ui/list/define-list.ts';

export const pluginList = defineList({
  sorts: platformPluginOrders,
  filters: { kind: ['reader', 'connector', 'assistant'], state: platformPluginStates },
});
