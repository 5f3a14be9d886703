import { AppError } from '@readout/domain/errors';
import { decidePairing } from '@readout/domain/pairing/decide-pairing';
import { type ComputersView, getPairing } from '@readout/domain/pairing/look-at-pairing';
import { startPairing } from '@readout/domain/pairing/start-pairing';
import { browserName } from '../../../server/request/browser-name.ts';
import { requireMember } from '../../session.ts';
import { type QrCode, qrCodeOf } from '../../ui/qr-path.ts';
import { answer, body, text, wholeNumber } from '../app/resources/answer.ts';
import type { Route } from './+types/pairing';

/** A pairing that was begun, as the computer shows it. */
export interface BegunPairing {
  pairingId: string;
  /** What the code holds. */
  address: string;
  qr: QrCode;
  /** ISO 8601. */
  expiresAt: string;
}

export type PairingProgress = Omit<ComputersView, 'phone'> & {
  phone: { name: string; browser: string; ipAddress: string; number: number } | null;
};

/** What became of a pairing this session began. */
export function loader({ context, request }: Route.LoaderArgs) {
  const { session } = requireMember(context, request);
  return answer({ context, request }, async ({ services: { db } }): Promise<PairingProgress> => {
    const pairingId = new URL(request.url).searchParams.get('id') ?? '';
    const { state, phone } = await getPairing({ auth: db.auth }, { sessionId: session.sessionId, pairingId });
    return {
      state,
      phone: phone && {
        name: phone.name,
        browser: browserName(phone.userAgent),
        ipAddress: phone.ipAddress,
        number: phone.number,
      },
    };
  });
}

/** Without an id: begins a pairing. With one: the computer's answer. */
export function action({ context, request }: Route.ActionArgs) {
  const { session } = requireMember(context, request);
  const { sessionId } = session;
  return answer({ context, request }, async ({ services: { db, phoneOrigin }, scope }) => {
    const { pairingId, number, isConfirmed } = await body(request);
    if (pairingId !== undefined) {
      return decidePairing(
        { auth: db.auth },
        {
          scope,
          sessionId,
          pairingId: text(pairingId),
          number: wholeNumber(number),
          isConfirmed: isConfirmed === true,
        },
      );
    }
    if (phoneOrigin === undefined) throw new AppError('pairing.no_address');
    const { token, ...begun } = await startPairing({ auth: db.auth }, { scope, sessionId });
    const address = `${phoneOrigin}/pair/${token}`;
    const pairing: BegunPairing = { ...begun, address, qr: qrCodeOf(address) };
    return pairing;
  });
}
