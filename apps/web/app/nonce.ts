import { createContext, useContext } from 'react';

/** Nonce of the page's content security policy, for the inline scripts and styles that React writes. */
export const NonceContext = createContext('');

export const useNonce = (): string => useContext(NonceContext);
