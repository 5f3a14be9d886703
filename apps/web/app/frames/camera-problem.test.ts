import { textsIn } from '@readout/texts';
import { expect, test } from 'vitest';
import {
  type CameraRefusal,
  classifyCameraError,
  isCameraGone,
  type Surroundings,
} from './camera-problem.ts';
import { lensName } from './lens.ts';

const usual: Surroundings = { permission: 'denied', isAllowedByPolicy: true };

test.each<[string, string, Partial<Surroundings>, CameraRefusal]>([
  ['NotAllowedError', 'Permission denied', {}, 'denied'],
  ['NotAllowedError', 'Permission denied', { permission: undefined }, 'denied'],
  ['NotAllowedError', 'Permission dismissed', { permission: 'prompt' }, 'dismissed'],
  ['NotAllowedError', 'Permission denied by system', {}, 'denied-by-system'],
  ['NotAllowedError', 'The request is not allowed', { permission: 'granted' }, 'denied-by-system'],
  ['NotAllowedError', 'Permission denied', { isAllowedByPolicy: false }, 'denied-by-policy'],
  ['SecurityError', '', {}, 'denied-by-policy'],
  ['NotFoundError', 'Requested device not found', {}, 'none-found'],
  ['NotReadableError', 'Could not start video source', {}, 'in-use'],
  ['AbortError', 'Starting videoinput failed', {}, 'in-use'],
  ['TypeError', 'no', {}, 'failed'],
])('%s "%s" %j is %s', (name, message, surroundings, reason) => {
  const error = Object.assign(new Error(message), { name });
  expect(classifyCameraError(error, { ...usual, ...surroundings })).toMatchObject({
    reason,
    errorName: name,
  });
});

test('a constraint that no camera meets is told as a missing camera, without its name, also where it is no Error', () => {
  // WebKit's OverconstrainedError has no `Error` above it.
  const error = { name: 'OverconstrainedError', message: '', constraint: 'deviceId' };
  expect(classifyCameraError(error, usual)).toEqual({ reason: 'none-found' });
  expect(isCameraGone(error)).toBe(true);
  expect(isCameraGone(new DOMException('', 'NotAllowedError'))).toBe(false);
});

test.each([
  ['Integrated Camera (04f2:b6d9)', 'Integrated Camera'],
  ['camera2 0, facing back', 'Rear camera 1'],
  ['camera2 1, facing front', 'Front camera 2'],
  ['Back Ultra Wide Camera', 'Back Ultra Wide Camera'],
  ['', 'Camera 3'],
])('the lens "%s" is shown as "%s"', (label, shown) => expect(lensName(label, 2, textsIn('en'))).toBe(shown));
