import { useSyncExternalStore } from 'react';
import { type ScreenState, screenState, subscribeScreen } from '../../frames/screen.ts';

const nothing: ScreenState = { source: undefined, endedBy: undefined };

/** The share of this page, wherever it was begun. */
export const useScreen = (): ScreenState => useSyncExternalStore(subscribeScreen, screenState, () => nothing);
