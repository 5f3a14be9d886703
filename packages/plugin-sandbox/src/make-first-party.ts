/** A step of the build: a server or a command that starts does not build the plugins that come with Readout again. */
import { keepPlugins } from './first-party.ts';
import { buildFirstPartyPlugins } from './load-plugins.ts';

await keepPlugins(await buildFirstPartyPlugins());
