import type { Guidance } from '@readout/image-reader/live';
import type { CameraProblem, CameraRefusal } from '../../frames/camera-problem.ts';
import type { Mode } from './settings.ts';

export const guidanceWords: Record<Exclude<Guidance, 'none'>, string> = {
  'too-dark': 'Too dark: more light, or switch the torch on',
  glare: 'Glare: tilt it, or move the light',
  'hold-still': 'Hold still',
  'out-of-focus': 'Out of focus: a little further away',
  'move-closer': 'Move closer',
  'nothing-to-read': 'Point at a label, a code or a display',
};

export const modeWords: Record<Mode, { label: string; hint: string }> = {
  continuous: { label: 'Continuous', hint: 'Each picture is sent at once; take the next.' },
  batch: { label: 'Batch', hint: 'Pictures are collected here, then sent together.' },
  document: { label: 'Document', hint: 'Each picture is a page of one document.' },
  count: { label: 'Count', hint: 'Each code counts once. Nothing is sent.' },
};

export interface ProblemWords {
  title: string;
  what: string;
  /** What to do, step by step. */
  steps: readonly string[];
  /** Asking again can help. */
  canRetry: boolean;
}

const words: Record<CameraRefusal, ProblemWords> = {
  insecure: {
    title: 'Browsers give no camera to plain HTTP',
    what: 'This page was opened over an address that is not encrypted, so the browser does not let it ask for the camera.',
    steps: [
      'Open Readout by its HTTPS address, if it has one.',
      'Whoever runs it can get one for this network: stop it and start it with “npm start -- --https”. It prints the address as a QR code, and how to trust it.',
      'On the computer Readout runs on, http://localhost works as well.',
    ],
    canRetry: false,
  },
  unsupported: {
    title: 'This browser has no camera for pages',
    what: 'It is too old, or it is the window inside another app.',
    steps: ['Open Readout in Chrome, Edge, Firefox or Safari itself, in a version of the last two years.'],
    canRetry: false,
  },
  dismissed: {
    title: 'The camera waits for your permission',
    what: 'The browser asked whether Readout may use the camera, and the question was closed without an answer.',
    steps: ['Press “Ask again” and choose Allow.'],
    canRetry: true,
  },
  denied: {
    title: 'The camera is blocked for Readout',
    what: 'It was refused in this browser, and the browser remembers that.',
    steps: [
      'Press the icon before the address of this page (a lock, sliders or “aA”) and set Camera to Allow.',
      'Then press “Ask again”, or reload the page.',
    ],
    canRetry: true,
  },
  'denied-by-system': {
    title: 'The device keeps the camera from this browser',
    what: 'The browser may use it for Readout, but the operating system does not let the browser have it.',
    steps: [
      'Android: Settings, Apps, your browser, Permissions, Camera.',
      'iPhone and iPad: Settings, Apps, your browser, Camera.',
      'macOS: System Settings, Privacy & Security, Camera. Windows: Settings, Privacy & security, Camera.',
      'Then start the browser again.',
    ],
    canRetry: true,
  },
  'denied-by-policy': {
    title: 'This page may not ask for the camera',
    what: 'An administrator of this device or a frame around this page forbids it; no answer of yours can change that.',
    steps: [
      'If Readout is shown inside another page, open it in a tab of its own.',
      'On a managed device, ask its administrator to allow the camera for this address.',
    ],
    canRetry: true,
  },
  'none-found': {
    title: 'No camera was found',
    what: 'The browser knows of no camera on this device.',
    steps: [
      'Connect one: this page notices by itself.',
      'A built-in camera may be switched off by a key or a shutter.',
    ],
    canRetry: true,
  },
  'in-use': {
    title: 'The camera cannot be started',
    what: 'Another program or tab has it, or it does not answer.',
    steps: [
      'Close what uses it: a call, another camera app, another tab.',
      'Then press “Try again”. If that does not help, unplug it or restart the device.',
    ],
    canRetry: true,
  },
  failed: {
    title: 'The camera could not be started',
    what: 'The browser gave a reason this page does not know.',
    steps: ['Press “Try again”. If it stays so, tell whoever runs Readout the name of the error below.'],
    canRetry: true,
  },
};

export const problemWords = ({ reason }: CameraProblem): ProblemWords => words[reason];
