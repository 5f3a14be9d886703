// cspell:disable -- the kernel's names
import { absentCalls, clone, ioctl, refusedCalls } from './system-calls.ts';

/** Processors there is a filter for, with what the kernel calls them (linux/audit.h). */
const architectures = {
  x64: { index: 0, audit: 0xc000_003e },
  arm64: { index: 1, audit: 0xc000_00b7 },
} as const;
export type FilteredArchitecture = keyof typeof architectures;

export const isFiltered = (arch: string): arch is FilteredArchitecture => arch in architectures;

// linux/bpf_common.h, linux/seccomp.h, asm-generic/errno.h
const loadWord = 0x20; // BPF_LD | BPF_W | BPF_ABS
const and = 0x54; // BPF_ALU | BPF_AND | BPF_K
const equal = 0x15; // BPF_JMP | BPF_JEQ | BPF_K
const atLeast = 0x35; // BPF_JMP | BPF_JGE | BPF_K
const answer = 0x06; // BPF_RET | BPF_K
export const verdicts = {
  allow: 0x7fff_0000,
  kill: 0x8000_0000,
  refuse: 0x0005_0000 | 1, // EPERM
  absent: 0x0005_0000 | 38, // ENOSYS
} as const;

/** Where in `struct seccomp_data` things are. The lower half of an argument: both processors are little-endian. */
const offsets = { number: 0, architecture: 4, argument0: 16, argument1: 24 };
/** From here on numbers are of the x32 ABI, of which the table above knows nothing. */
const x32 = 0x4000_0000;
// linux/sched.h
const cloneThread = 0x0001_0000;
/** CLONE_NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET, NEWNS */
const cloneNamespaces = 0x7e02_0000;
/** Put words into the input of the terminal it was started from (asm-generic/ioctls.h, linux/vt.h). */
const terminalRequests = [0x5412, 0x541c];

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

/**
 * The program bubblewrap gives the kernel (`--seccomp`): which system calls the jailed process may make. Everything but
 * what `system-calls.ts` names, threads but no processes. An array of `struct sock_filter`, little-endian.
 */
export function seccompFilter(arch: FilteredArchitecture): Buffer {
  const { index, audit } = architectures[arch];
  const instructions: Instruction[] = [
    [loadWord, 0, 0, offsets.architecture],
    [equal, 1, 0, audit],
    [answer, 0, 0, verdicts.kill],
    [loadWord, 0, 0, offsets.number],
  ];
  const then = (value: number, verdict: number): void => {
    instructions.push([equal, 0, 1, value], [answer, 0, 0, verdict]);
  };
  if (arch === 'x64') instructions.push([atLeast, 0, 1, x32], [answer, 0, 0, verdicts.refuse]);
  for (const numbers of Object.values(refusedCalls))
    if (numbers[index] !== null) then(numbers[index], verdicts.refuse);
  for (const numbers of Object.values(absentCalls))
    if (numbers[index] !== null) then(numbers[index], verdicts.absent);
  instructions.push(
    // A thread of this process, in the same namespaces; anything else is a process.
    [equal, 0, 4, clone[index]!],
    [loadWord, 0, 0, offsets.argument0],
    [and, 0, 0, (cloneThread | cloneNamespaces) >>> 0],
    [equal, 1, 0, cloneThread],
    [answer, 0, 0, verdicts.refuse],
    [loadWord, 0, 0, offsets.number],
    [equal, 0, 1 + 2 * terminalRequests.length, ioctl[index]!],
    [loadWord, 0, 0, offsets.argument1],
  );
  for (const request of terminalRequests) then(request, verdicts.refuse);
  instructions.push([answer, 0, 0, verdicts.allow]);

  const program = Buffer.alloc(instructions.length * 8);
  for (const [at, [code, jumpTrue, jumpFalse, value]] of instructions.entries()) {
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(jumpTrue, at * 8 + 2);
    program.writeUInt8(jumpFalse, at * 8 + 3);
    program.writeUInt32LE(value, at * 8 + 4);
  }
  return program;
}
