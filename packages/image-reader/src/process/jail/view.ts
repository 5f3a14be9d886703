// cspell:disable -- names of libraries and of mount's options
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** How many cores there are and of which kind, which ONNX Runtime chooses its kernels and threads by. */
const processorFacts = ['/sys/devices/system/cpu', '/proc/cpuinfo'];
const devices = ['/dev/null', '/dev/urandom'];
/** Of the C library, loaded by decoders and not by Node itself. */
const loadedLater = ['libdl.so.2', 'libpthread.so.0', 'librt.so.1', 'libresolv.so.2'];

/** Pairs of what is shown in a jail and under which name. */
type View = [from: string, to: string][];

/** What a jailed Node can see: libraries, facts of the processor, and what is named. Links are followed. */
export function viewOf(readable: readonly string[]): { files: View; devices: View } {
  return {
    files: [...new Set([...libraries(), ...processorFacts, ...readable])].flatMap(shown),
    devices: devices.flatMap(shown),
  };
}

/** The program that loads shared libraries, and where the system's are. */
export function systemLoader(): { loader: string; libraries: string } {
  const loaded = sharedObjects();
  return {
    loader: loaded.find((path) => /\/ld-[^/]+\.so/.test(path)) ?? '',
    libraries: dirname(realpathSync(loaded.find((path) => /\/libc\.so/.test(path)) ?? '/')),
  };
}

function libraries(): string[] {
  const folder = systemLoader().libraries;
  return [...new Set([...sharedObjects(), ...loadedLater.map((name) => join(folder, name))])];
}

/** The libraries of the system that this Node runs with; without add-ons and what came with them. */
function sharedObjects(): string[] {
  const { sharedObjects: loaded = [] } = process.report.getReport() as { sharedObjects?: string[] };
  return loaded.filter((path) => path.startsWith('/') && !path.includes('/node_modules/'));
}

/** A folder that may be covered: nothing of the view is in it. */
export function coverable(files: View): string {
  const isFree = (folder: string) => files.every(([from]) => !from.startsWith(`${folder}/`));
  return (
    ['/mnt', '/media', '/srv', '/opt', '/tmp'].find((folder) => existsSync(folder) && isFree(folder)) ??
    '/tmp'
  );
}

function shown(path: string): View {
  if (!existsSync(path)) return [];
  const real = realpathSync(path);
  return real === path
    ? [[path, path]]
    : [
        [real, path],
        [real, real],
      ];
}

/**
 * Run by a shell that is root in namespaces of its own: makes a root that has nothing but the view, read-only, and runs
 * the command in it. Arguments: where to make it, the loader, the folder of libraries, `mount`, the pairs of the view, `--`, the command.
 */
export const viewScript = `
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1 loader=$2 libraries=$3 mount=/.before$4
shift 4
mount -t tmpfs -o size=1m,mode=755,nosuid,nodev view "$root"
while [ "$1" != -- ]; do
  if [ -e "$root$2" ]; then :
  elif [ -d "$1" ]; then mkdir -p "$root$2"
  else mkdir -p "$root\${2%/*}"; : >"$root$2"
  fi
  mount --rbind "$1" "$root$2"
  mount -o remount,bind,ro,nosuid "$root$2" 2>/dev/null || mount -o remount,bind,ro,nosuid,nodev "$root$2"
  shift 2
done
shift
mkdir "$root/.before"
mount -o remount,bind,ro,nosuid,nodev "$root"
cd "$root"
pivot_root . .before
cd /
# Over the old root, since umount would want a /proc. Who has no privileges cannot take it away.
"$loader" --library-path "/.before$libraries" "$mount" -t tmpfs -o ro,size=4k,mode=0 hidden /.before
exec "$@"`;
