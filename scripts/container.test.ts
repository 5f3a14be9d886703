// cspell:disable -- the kernel's names
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { secretVariables } from '../packages/database/src/secret-files.ts';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Rule {
  names: string[];
  action: string;
  errnoRet?: number;
}

test('the seccomp profile allows what the jail of decoders is built with, and nothing that leads out of a container', () => {
  const profile = JSON.parse(read('docs/deploy/container/seccomp.json')) as {
    defaultAction: string;
    syscalls: Rule[];
  };
  expect(profile.defaultAction).toBe('SCMP_ACT_ERRNO');
  const named = profile.syscalls.flatMap(({ names }) => names);
  expect(new Set(named).size).toBe(named.length);
  const allowed = new Set(
    profile.syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW').flatMap(({ names }) => names),
  );
  const jail = ['clone', 'mount', 'pivot_root', 'prctl', 'prlimit64', 'seccomp', 'umount2', 'unshare'];
  expect(jail.filter((name) => !allowed.has(name))).toEqual([]);
  const ways =
    'add_key bpf fsmount init_module io_uring_setup kexec_load keyctl move_mount open_by_handle_at perf_event_open ptrace process_vm_writev reboot setns swapon userfaultfd';
  expect(ways.split(' ').filter((name) => allowed.has(name))).toEqual([]);
});

test('compose.yaml runs Readout without rights on a root it cannot write, with the profile, and its secrets are files', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, Record<string, unknown> & { environment?: Record<string, string> }>;
  };
  for (const name of ['web', 'worker']) {
    const { read_only, cap_drop, security_opt, environment = {} } = services[name]!;
    expect({ read_only, cap_drop }).toEqual({ read_only: true, cap_drop: ['ALL'] });
    expect(security_opt).toContain('seccomp=docs/deploy/container/seccomp.json');
    const files = Object.keys(environment).filter((key) => key.endsWith('_FILE'));
    expect(files.toSorted()).toEqual(['DATABASE_URL_FILE', 'READOUT_SECRET_FILE']);
    for (const file of files) expect(secretVariables).toContain(file.replace('_FILE', ''));
  }
  expect(Object.keys(services)).toEqual(['secrets', 'database', 'web', 'worker', 'proxy']);
});
