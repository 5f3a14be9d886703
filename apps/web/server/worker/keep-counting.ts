import type { DB } from '@readout/database';
import { chainBacklog } from '@readout/domain/audit/chain-backlog';
import { forgetFormerMembers } from '@readout/domain/audit/forget-former-members';
import { recountLedgers, releaseDead } from '@readout/domain/ledger/keep-ledger';
import { endExpiredSupport } from '@readout/domain/platform/act-as';
import { refreshCompanyUsage } from '@readout/domain/platform/refresh-company-usage';
import { refreshCorrections } from '@readout/domain/platform/refresh-corrections';
import { refreshPluginDays } from '@readout/domain/platform/refresh-plugin-days';
import { tellOfLimits } from '@readout/domain/platform/tell-of-limits';
import { tellOfSilentWatches } from '@readout/domain/watches/tell-of-silent-watches';
import type { Kysely } from 'kysely';
import type { Attempt } from '../attempts.ts';

const everyMs = 60_000;
const firstAfterMs = 2000;
/** Of lists from before there were chains; a piece is five hundred events. */
const piecesATurn = 200;

/**
 * Every minute, one after the other: promises of room that nobody keeps any more, what companies use and how plugins do,
 * watches nobody hears of, hours of acting and years of pseudonyms that are over, and audit lists that are in no chain yet.
 */
export function keepCounting({
  db,
  platform,
  isMaintained,
  attempt,
}: {
  db: Kysely<DB>;
  platform: Kysely<DB>;
  isMaintained: () => boolean;
  attempt: Attempt;
}): { stop(): Promise<void> } {
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const turn = async () => {
    await attempt(async () => {
      await endExpiredSupport({ platform });
      await releaseDead({ platform });
      await forgetFormerMembers({ platform });
      for (let piece = 0; piece < piecesATurn && !isStopped; piece++)
        if (!(await chainBacklog({ platform }))) break;
      if (!isMaintained()) {
        await recountLedgers({ platform });
        await refreshCompanyUsage({ platform });
        await tellOfLimits({ platform });
        await tellOfSilentWatches({ db, platform });
        await refreshPluginDays({ platform });
        await refreshCorrections({ platform });
      }
    });
    if (!isStopped) timer = setTimeout(begin, everyMs);
  };
  const begin = () => {
    running = turn();
  };
  let timer = setTimeout(begin, firstAfterMs);
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
