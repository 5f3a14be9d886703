import type { Manifest } from '@readout/plugin-kit/manifest';

/** What a plugin may be given or reach, as whoever installs it was shown. */
export interface Grant {
  /** Kinds of content of a reading. */
  reads: string[];
  /** Where it has the host send to. */
  hosts: string[];
}

/** As much of a manifest as says what it asks for. */
export type Asking = Pick<Manifest, 'permissions'> & { reads: readonly string[] };

/** What a version asks for beyond what the one before it was given. */
export function askedAnew(from: Asking, to: Asking): Grant {
  return {
    reads: to.reads.filter((each) => !from.reads.includes(each)),
    hosts: to.permissions.hosts.filter((each) => !from.permissions.hosts.includes(each)),
  };
}

/** @returns what of it was not granted */
export function notGranted(asked: Grant, granted: Grant): Grant {
  return {
    reads: asked.reads.filter((each) => !granted.reads.includes(each)),
    hosts: asked.hosts.filter((each) => !granted.hosts.includes(each)),
  };
}

export const isNothing = ({ reads, hosts }: Grant): boolean => reads.length + hosts.length === 0;
