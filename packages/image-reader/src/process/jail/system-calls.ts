// cspell:disable -- the kernel's names
/** Numbers of a system call by processor: [x86-64, arm64]; null where there is none. */
type Numbers = readonly [x64: number | null, arm64: number | null];

/**
 * What a decoder never needs and a compromised one would want: other processes, the network, mounts and namespaces,
 * the kernel's own programs and modules, keys, code without a file. From the kernel's unistd_64.h and
 * asm-generic/unistd.h.
 */
export const refusedCalls: Record<string, Numbers> = {
  // Other processes.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  pidfd_send_signal: [424, 424],
  kcmp: [312, 272],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  // New ones; `clone` is looked at by its flags.
  fork: [57, null],
  vfork: [58, null],
  execveat: [322, 281],
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  // The network, and what talks to other processes. The channel to the host is open already.
  socket: [41, 198],
  socketpair: [53, 199],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  connect: [42, 203],
  mq_open: [240, 180],
  msgget: [68, 186],
  semget: [64, 190],
  shmget: [29, 194],
  // Mounts, roots and namespaces.
  mount: [165, 40],
  umount2: [166, 39],
  mount_setattr: [442, 442],
  move_mount: [429, 429],
  open_tree: [428, 428],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  pivot_root: [155, 41],
  chroot: [161, 51],
  unshare: [272, 97],
  setns: [308, 268],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  fanotify_init: [300, 262],
  fanotify_mark: [301, 263],
  // The kernel itself.
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  create_module: [174, null],
  query_module: [178, null],
  get_kernel_syms: [177, null],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  personality: [135, 92],
  modify_ldt: [154, null],
  ioperm: [173, null],
  iopl: [172, null],
  syslog: [103, 116],
  reboot: [169, 142],
  uselib: [134, null],
  ustat: [136, null],
  sysfs: [139, null],
  _sysctl: [156, null],
  nfsservctl: [180, 42],
  lookup_dcookie: [212, 18],
  vhangup: [153, 58],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  clock_adjtime: [305, 266],
  adjtimex: [159, 171],
  // Keys.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
};

/** Refused as if the kernel had none: programs that call them fall back to what the filter can look into, or to plain reads. */
export const absentCalls: Record<string, Numbers> = {
  clone3: [435, 435],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
};

/** Looked at by their arguments. */
export const clone: Numbers = [56, 220];
export const ioctl: Numbers = [16, 29];
