// cspell:disable -- the kernel's names
import { expect, test } from 'vitest';
import { type FilteredArchitecture, seccompFilter, verdicts } from './seccomp-filter.ts';

const audit = { x64: 0xc000_003e, arm64: 0xc000_00b7 };

/** Runs the program as the kernel does (classic BPF) on one call; -1 where it runs past its end. */
function judge(
  arch: FilteredArchitecture,
  call: { number: number; audit?: number; arguments?: number[] },
): number {
  const program = seccompFilter(arch);
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.audit ?? audit[arch], 4);
  for (const [at, value] of (call.arguments ?? []).entries()) data.writeUInt32LE(value, 16 + at * 8);
  let register = 0;
  for (let at = 0; at * 8 < program.length; at++) {
    const value = program.readUInt32LE(at * 8 + 4);
    const jump = (holds: boolean): void => {
      at += program.readUInt8(at * 8 + (holds ? 2 : 3));
    };
    switch (program.readUInt16LE(at * 8)) {
      case 0x20:
        register = data.readUInt32LE(value);
        break;
      case 0x54:
        register = (register & value) >>> 0;
        break;
      case 0x15:
        jump(register === value);
        break;
      case 0x35:
        jump(register >= value);
        break;
      case 0x06:
        return value;
      default:
        throw new Error(`No such instruction at ${at}.`);
    }
  }
  return -1;
}

const threadFlags = 0x003d_0f00;
const newUser = 0x1000_0000;

test.each([
  ['x64', { read: 0, write: 1, mmap: 9, futex: 202, openat: 257, sendmsg: 46, recvmsg: 47, execve: 59 }],
  [
    'arm64',
    { read: 63, write: 64, mmap: 222, futex: 98, openat: 56, sendmsg: 211, recvmsg: 212, execve: 221 },
  ],
] as const)('%s: what a decoder needs is allowed', (arch, calls) => {
  for (const [name, number] of Object.entries(calls))
    expect(judge(arch, { number }), name).toBe(verdicts.allow);
});

test.each([
  [
    'x64',
    {
      ptrace: 101,
      socket: 41,
      connect: 42,
      mount: 165,
      unshare: 272,
      bpf: 321,
      fork: 57,
      process_vm_readv: 310,
      keyctl: 250,
    },
  ],
  [
    'arm64',
    {
      ptrace: 117,
      socket: 198,
      connect: 203,
      mount: 40,
      unshare: 97,
      bpf: 280,
      process_vm_readv: 270,
      keyctl: 219,
    },
  ],
] as const)('%s: what leads out of the process is refused', (arch, calls) => {
  for (const [name, number] of Object.entries(calls))
    expect(judge(arch, { number }), name).toBe(verdicts.refuse);
});

test.each([
  ['x64', 56, 16],
  ['arm64', 220, 29],
] as const)(
  '%s: threads may be made, processes and namespaces not; nothing is typed into a terminal',
  (arch, clone, ioctl) => {
    expect(judge(arch, { number: clone, arguments: [threadFlags] })).toBe(verdicts.allow);
    expect(judge(arch, { number: clone, arguments: [0x0120_0011] })).toBe(verdicts.refuse);
    expect(judge(arch, { number: clone, arguments: [threadFlags | newUser] })).toBe(verdicts.refuse);
    expect(judge(arch, { number: 435 })).toBe(verdicts.absent);
    expect(judge(arch, { number: 425 })).toBe(verdicts.absent);
    expect(judge(arch, { number: ioctl, arguments: [3, 0x5412] })).toBe(verdicts.refuse);
    expect(judge(arch, { number: ioctl, arguments: [3, 0x541b] })).toBe(verdicts.allow);
  },
);

test('numbers of another processor or ABI do not pass as ours', () => {
  expect(judge('x64', { number: 63, audit: audit.arm64 })).toBe(verdicts.kill);
  expect(judge('arm64', { number: 0, audit: 0x4000_0003 })).toBe(verdicts.kill);
  expect(judge('x64', { number: 0x4000_0000 + 0 })).toBe(verdicts.refuse);
});
