/** What is read in the region of a watch, as its region profile says. */
export interface WatchReads {
  kind: 'text' | 'number' | 'segments';
  decimalMark?: '.' | ',';
  /** Digits the display has. */
  digits?: number;
  decimals?: number;
  unit?: string;
  /** What the display can show: another value was misread. */
  min?: number;
  max?: number;
}

/** Where a watch reads: pixels of the frame it was marked on. */
export interface WatchPlace {
  frame: { width: number; height: number };
  region: { x: number; y: number; width: number; height: number };
}

export type WatchState = 'active' | 'paused' | 'ended';
export type SampleState = 'ok' | 'implausible' | 'unreadable' | 'confirmed' | 'rejected';
export type SampleGap = 'paused' | 'page_closed' | 'source_ended' | 'asleep';
export type AlarmKind = 'above' | 'below' | 'lost';
export type LostCause = 'unreadable' | 'implausible' | 'source_ended' | 'silent';
export type RunState = 'running' | 'stopped' | 'source_ended';
export type Direction = 'any' | 'up' | 'down';

/** What a person decides about a watch. */
export interface WatchSettings {
  name: string;
  sourceKind: 'screen' | 'camera';
  regionProfileId: string | null;
  place: WatchPlace;
  reads: WatchReads;
  /** 1,000 to 86,400,000; null: whenever the picture changes. */
  intervalMs: number | null;
  /** Beyond these is an alarm. */
  low: number | null;
  high: number | null;
  /** Most the value may change in one `ratePerMs`; null: any. */
  maxRate: number | null;
  ratePerMs: number | null;
  direction: Direction;
  /** So many readings in a row that say nothing are a lost reading. */
  lostAfter: number;
  /** Days samples are kept; null: for ever. */
  keepDays: number | null;
}

export interface Watch extends WatchSettings {
  id: string;
  state: WatchState;
  revision: number;
  createdBy: { id: string; name: string };
  createdAt: string;
  trashedAt: string | null;
  last: {
    sampleId: string;
    takenAt: string;
    value: number | null;
    text: string | null;
    confidence: number;
    state: SampleState;
    /** The sample whose picture it still looks like. */
    pictureId: string | null;
  } | null;
  run: {
    id: string;
    by: { id: string; name: string };
    device: string;
    state: RunState;
    /** When the device was heard last, by the server's clock. */
    heardAt: string;
    /** Server's clock less the device's. */
    clockSkewMs: number;
  } | null;
  openAlarms: AlarmKind[];
  /** Alarms nobody has acknowledged. */
  unseenAlarms: number;
}

export interface WatchSample {
  id: string;
  takenAt: string;
  receivedAt: string;
  value: number | null;
  text: string | null;
  confidence: number;
  state: SampleState;
  reason: string | null;
  gap: SampleGap | null;
  hasPicture: boolean;
  /** What was read, where a person put another value in its place. */
  read: { value: number | null; text: string | null } | null;
  decided: { by: { id: string; name: string }; at: string; reason: string | null } | null;
  /** Why an implausible value is not believed. */
  implausible: Implausible | null;
}

export interface WatchAlarm {
  id: string;
  watchId: string;
  kind: AlarmKind;
  cause: LostCause | null;
  openedAt: string;
  closedAt: string | null;
  sampleId: string | null;
  value: number | null;
  text: string | null;
  bound: number | null;
  hasPicture: boolean;
  acknowledged: { by: { id: string; name: string }; at: string; note: string | null } | null;
}

/** What a value is measured against: one that a person confirmed, never one that was merely read. */
export interface Baseline {
  value: number;
  /** Milliseconds since 1970. */
  takenAt: number;
  by: string;
  /** The step of the display: a true value may stand anywhere within it. */
  step: number;
}

/** Why a value is not believed, for words in anybody's language, clock and time zone. */
export type Implausible =
  | { rule: 'range'; value: number; min: number | null; max: number | null }
  | {
      rule: 'rate' | 'direction';
      value: number;
      /** Value less the confirmed one. */
      difference: number;
      elapsedMs: number;
      confirmed: { value: number; takenAt: number; by: string };
      maxRate: number | null;
      ratePerMs: number | null;
      direction: Direction;
    };

export const sampleFilters = ['all', 'doubtful', 'decided', 'pictures'] as const;
export type SampleFilter = (typeof sampleFilters)[number];
