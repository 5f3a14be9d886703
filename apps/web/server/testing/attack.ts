/** What a decoder that was taken over tries for. */
export interface Attack {
  /** Files of the server. */
  secret: string;
  picture: string;
  /** To be made. */
  written: string;
  /** Process id of the server. */
  host: number;
  /** It listens there. */
  port: number;
  socket: string;
  abstractSocket: string;
  /** Compiled code that tries more; undefined where there is no compiler. */
  native: string | undefined;
}
