import type { Gauges } from '@readout/domain/platform/read-gauges';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { FolderRoom } from '../disk-room.ts';

/** What of this process and of the installation the operator's own tools are told. */
export interface Metrics {
  /** `route`: the pattern of an address, never the address. */
  request(request: { method: string; route: string; status: number; seconds: number }): void;
  reading(outcome: ReadingOutcomeName): void;
  delivery(outcome: 'delivered' | 'failed'): void;
  /** What the gauge of the readers is asked for at each scrape. */
  readersAre(source: { memoryBytes(): Promise<number> }): void;
  /** In Prometheus' text format. */
  read(): Promise<{ contentType: string; text: string }>;
}

export type ReadingOutcomeName = 'read' | 'failed' | 'nothing' | 'again';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const wholeInstallation = 'of the whole installation, the same from every process';
/** Scrapes of several processes and servers that come close together ask the database once. */
const keptForMs = 5_000;

export function createMetrics({
  version,
  role,
  readGauges,
  disk,
}: {
  version: string;
  role: string;
  readGauges: () => Promise<Gauges>;
  disk: { look(): Promise<FolderRoom[]> };
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'readout_build_info',
    help: 'Version and role of this process; always 1.',
    labelNames: ['version', 'role'],
    registers,
  }).set({ version, role }, 1);
  const requests = new Histogram({
    name: 'readout_http_request_duration_seconds',
    help: 'Time until requests were answered, by method, pattern of the address and class of the status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const readings = new Counter({
    name: 'readout_readings_total',
    help: 'Pages this process took up, by how that ended: read, failed, again (later), nothing (was not waiting any more).',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['read', 'failed', 'nothing', 'again'] satisfies ReadingOutcomeName[])
    readings.inc({ outcome }, 0);
  const deliveries = new Counter({
    name: 'readout_delivery_attempts_total',
    help: 'Attempts of this process to deliver something, by how they ended.',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['delivered', 'failed']) deliveries.inc({ outcome }, 0);
  let readers: { memoryBytes(): Promise<number> } | undefined;
  new Gauge({
    name: 'readout_reader_memory_bytes',
    help: 'Resident memory of the processes that decode and read pictures for this process.',
    registers,
    async collect() {
      this.set((await readers?.memoryBytes()) ?? 0);
    },
  });
  const folders = { store: 0, uploads: 1 };
  const room = (name: string, help: string, of: (each: FolderRoom) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['folder'],
      registers,
      async collect() {
        const rooms = await disk.look();
        this.reset();
        for (const [folder, index] of Object.entries(folders)) {
          const each = rooms[index];
          if (each) this.set({ folder }, of(each));
        }
      },
    });
  room('readout_disk_free_bytes', 'Free on the file system of a folder.', (each) => each.freeBytes);
  room('readout_disk_floor_bytes', 'Below so much free, uploads are refused.', (each) => each.floorBytes);

  let kept: { until: number; gauges: Promise<Gauges | undefined> } | undefined;
  const gauges = (): Promise<Gauges | undefined> => {
    if (!kept || kept.until < performance.now())
      // A database that is away is itself a number.
      kept = { until: performance.now() + keptForMs, gauges: readGauges().catch(() => undefined) };
    return kept.gauges;
  };
  const ask = (name: string, help: string, of: (found: Gauges) => number | null) =>
    new Gauge({
      name,
      help: `${help}, ${wholeInstallation}.`,
      registers,
      async collect() {
        const found = await gauges();
        const value = found && of(found);
        this.remove();
        if (value !== undefined && value !== null) this.set(value);
      },
    });
  const age = (at: string | null) => (at === null ? 0 : (Date.now() - Date.parse(at)) / 1000);
  new Gauge({
    name: 'readout_database_up',
    help: 'Whether this process reaches the database.',
    registers,
    async collect() {
      this.set((await gauges()) ? 1 : 0);
    },
  });
  ask('readout_queue_waiting', 'Pages that wait to be read', ({ queue }) => queue.waiting);
  ask('readout_queue_reading', 'Pages that are being read', ({ queue }) => queue.reading);
  ask(
    'readout_queue_oldest_seconds',
    'For how long the oldest page has waited',
    ({ queue }) => queue.oldestSeconds ?? 0,
  );
  ask('readout_workers_alive', 'Processes that read', ({ workers }) => workers.alive);
  ask(
    'readout_workers_held',
    'Those that something around them keeps from reading',
    (all) => all.workers.held,
  );
  ask('readout_deliveries_waiting', 'Deliveries still to be sent', (all) => all.deliveries.waiting);
  ask('readout_deliveries_oldest_seconds', 'For how long the oldest delivery has waited', (all) =>
    age(all.deliveries.oldestWaitingAt),
  );
  ask('readout_deliveries_failed', 'Deliveries that ended without arriving', (all) => all.deliveries.failed);
  ask(
    'readout_delivery_targets_failing',
    'Targets at which nothing arrives',
    (all) => all.deliveries.failing,
  );
  ask('readout_delivery_targets_paused', 'Targets that are paused', (all) => all.deliveries.paused);
  ask('readout_mails_waiting', 'Mails still to be sent', ({ mails }) => mails.waiting);
  ask('readout_mails_failed', 'Mails that could not be sent', ({ mails }) => mails.failed);
  ask('readout_store_objects', 'Originals in the store', ({ storage }) => storage.objects);
  ask('readout_store_bytes', 'Size of the originals in the store', ({ storage }) => storage.bytes);
  ask('readout_database_bytes', 'Size of the database', ({ database }) => database.bytes);
  ask('readout_database_connections', 'Connections of the database', (all) => all.database.connections);
  ask('readout_database_connections_max', 'Connections it allows', (all) => all.database.maxConnections);
  ask('readout_companies', 'Companies', ({ companies }) => companies);
  ask('readout_companies_suspended', 'Suspended companies', (all) => all.suspendedCompanies);
  ask('readout_users', 'Users', ({ users }) => users);

  return {
    request({ method, route, status, seconds }) {
      const labels = {
        method: methods.has(method) ? method : 'other',
        route,
        status: `${Math.floor(status / 100)}xx`,
      };
      requests.observe(labels, seconds);
    },
    reading: (outcome) => readings.inc({ outcome }),
    delivery: (outcome) => deliveries.inc({ outcome }),
    readersAre(source) {
      readers = source;
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}
