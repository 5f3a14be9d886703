import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import {
  behindPooler,
  type DatabaseAddress,
  dataFolderOf,
  parseDatabaseUrl,
  rootFolder,
} from '@readout/database';
import { type StoreLocations, storeLocationsOf } from '@readout/store';
import { parseNetworks } from '@readout/store/outbound-guard';
import { z } from 'zod';
import {
  IncompleteProviderError,
  oidcProvidersSchema,
  type SignInProviderConfig,
  signInProvidersOf,
} from './accounts/sign-in-providers.ts';
import { parseStreamTarget, type StreamTarget } from './audit-stream/stream-target.ts';
import type { DiskFloor } from './disk-room.ts';
import { inAddress, type MachineHosts, machineHosts } from './https/machine-hosts.ts';
import { type MailSender, parseSender, parseSmtpUrl, type SmtpConfig } from './mail/smtp-config.ts';

export { rootFolder };

const minSecretLength = 32;

const yesNo = z.enum(['yes', 'no'], { error: 'must be yes or no' }).transform((value) => value === 'yes');
const wholeNumber = (name: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number, like ${name}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);
const isHost = (text: string): boolean =>
  isIP(text) !== 0 || /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/i.test(text);
const networks = z.string().superRefine((value, context) => {
  try {
    parseNetworks(value);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
  }
});

const databaseUrl = (name: string) =>
  z.string().transform((value, context) => {
    try {
      return parseDatabaseUrl(value, name);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

const powers = { k: 1e3, M: 1e6, G: 1e9, T: 1e12 };
function parseFloor(text: string): DiskFloor {
  const value = Number.parseFloat(text);
  if (text.endsWith('%')) return { share: Math.min(1, value / 100) };
  return { bytes: value * (powers[text.at(-2) as keyof typeof powers] ?? 0) };
}

/** Every environment variable the server knows; `.env.example` describes each. */
export const variables = z.object({
  PORT: wholeNumber('3000', 0, 65_535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  READOUT_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://readout.example.com' })
    .refine((value) => !URL.canParse(value) || new URL(value).pathname === '/', 'must have no path')
    .transform((value) => (URL.canParse(value) ? new URL(value).origin : value))
    .optional(),
  READOUT_HTTPS_PORT: wholeNumber('3443', 0, 65_535).default(3443),
  READOUT_HTTPS_HOSTS: z
    .string()
    .transform((value) => value.split(',').map((host) => host.trim()))
    .refine((hosts) => hosts.every(isHost), 'must be host names or addresses, separated by commas')
    .optional(),
  READOUT_HTTPS_FOLDER: z.string().optional(),
  READOUT_BACKUP_FOLDER: z.string().optional(),
  READOUT_DATA: z.string().optional(),
  // Looked at by storeLocationsOf, for the commands too.
  READOUT_STORE: z.string().optional(),
  READOUT_STORE_ALSO: z.string().optional(),
  READOUT_STORE_ENDPOINT: z.string().optional(),
  READOUT_STORE_REGION: z.string().optional(),
  READOUT_STORE_PATH_STYLE: z.string().optional(),
  READOUT_STORE_ENCRYPTION: z.string().optional(),
  READOUT_STORE_ACCESS_KEY: z.string().optional(),
  READOUT_STORE_ACCESS_SECRET: z.string().optional(),
  READOUT_ROLE: z.enum(['all', 'web', 'worker'], { error: 'must be all, web or worker' }).default('all'),
  READOUT_WORKERS: wholeNumber('2', 1, 64).optional(),
  READOUT_USER: z.string().optional(),
  READOUT_READER_JAIL: z.enum(['auto', 'required'], { error: 'must be auto or required' }).default('auto'),
  DATABASE_URL: databaseUrl('DATABASE_URL').optional(),
  DATABASE_DIRECT_URL: databaseUrl('DATABASE_DIRECT_URL').optional(),
  READOUT_DATABASE_CONNECTIONS: wholeNumber('10', 2, 500).default(10),
  READOUT_DATABASE_WAIT: wholeNumber('60', 0, 86_400).default(60),
  READOUT_SECRET: z
    .string()
    .min(minSecretLength, `must have at least ${minSecretLength} characters`)
    .optional(),
  READOUT_SIGN_UP: z
    .enum(['open', 'invite', 'closed'], { error: 'must be open, invite or closed' })
    .default('open'),
  READOUT_SMTP_URL: z
    .string()
    .transform((value, context) => {
      try {
        return parseSmtpUrl(value);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional(),
  READOUT_MAIL_FROM: z
    .string()
    .transform((value, context) => {
      const sender = parseSender(value);
      if (sender) return sender;
      context.addIssue({ code: 'custom', message: 'must be like Readout <readout@example.com>' });
      return z.NEVER;
    })
    .optional(),
  READOUT_OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://login.example.com' })
    .optional(),
  READOUT_OIDC_CLIENT_ID: z.string().optional(),
  READOUT_OIDC_CLIENT_SECRET: z.string().optional(),
  READOUT_OIDC_NAME: z.string().max(60, 'must have at most 60 characters').optional(),
  READOUT_OIDC_PROVIDERS: oidcProvidersSchema.optional(),
  READOUT_GOOGLE_CLIENT_ID: z.string().optional(),
  READOUT_GOOGLE_CLIENT_SECRET: z.string().optional(),
  READOUT_MICROSOFT_CLIENT_ID: z.string().optional(),
  READOUT_MICROSOFT_CLIENT_SECRET: z.string().optional(),
  READOUT_MICROSOFT_TENANT: z.string().default('common'),
  READOUT_GITHUB_CLIENT_ID: z.string().optional(),
  READOUT_GITHUB_CLIENT_SECRET: z.string().optional(),
  READOUT_OUTBOUND_ALLOW: networks.default(''),
  READOUT_DELIVERY_FOLDERS: z
    .string()
    .transform((value) => value.split(',').map((folder) => folder.trim().replace(/\/+$/, '')))
    .refine(
      (folders) => folders.every((folder) => path.isAbsolute(folder) && path.normalize(folder) === folder),
      'must be folders that begin with /, separated by commas',
    )
    .default([]),
  READOUT_AUDIT_STREAM: z
    .string()
    .transform((value, context) => {
      try {
        return parseStreamTarget(value);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    })
    .optional(),
  READOUT_AUDIT_STREAM_CA: z.string().optional(),
  READOUT_AUDIT_STREAM_CERTIFICATE: z.string().optional(),
  READOUT_AUDIT_STREAM_KEY: z.string().optional(),
  READOUT_TRUST_PROXY: wholeNumber('1', 0, 10).default(0),
  READOUT_OPERATOR_NAME: z.string().optional(),
  READOUT_OPERATOR_EMAIL: z.email({ error: 'must be an email address' }).optional(),
  READOUT_OPERATOR_ADDRESS: z.string().optional(),
  READOUT_OPERATOR_COUNTRY: z.string().optional(),
  READOUT_OPERATOR_PROCESSORS: z.string().optional(),
  READOUT_SECURITY_CONTACT: z
    .union([z.email(), z.url({ protocol: /^https$/ })], {
      error: 'must be an email address, or an address that begins with https://',
    })
    .optional(),
  READOUT_SOURCE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
    .optional(),
  READOUT_FREE_DISK_FLOOR: z
    .string()
    .regex(/^(0|\d+(\.\d+)? ?(%|[kMGT]B))$/, 'must be a size like 2GB, a share like 5%, or 0')
    .transform(parseFloor)
    .default({ bytes: 2_000_000_000, share: 0.05 }),
  READOUT_METRICS_TOKEN: z
    .string()
    .regex(/^\S{32,}$/, `must have at least ${minSecretLength} characters and no spaces`)
    .optional(),
  READOUT_METRICS_PORT: wholeNumber('9464', 0, 65_535).optional(),
  READOUT_METRICS_HOST: z
    .string()
    .refine(isHost, 'must be an address or a name of this machine')
    .default('127.0.0.1'),
  READOUT_ALERT_FROM: z.enum(['alarm', 'notice'], { error: 'must be alarm or notice' }).default('alarm'),
  READOUT_ALERT_MAIL: z
    .string()
    .transform((value) => (value === 'no' ? [] : value.split(',').map((address) => address.trim())))
    .refine(
      (addresses) => addresses.every((address) => z.email().safeParse(address).success),
      'must be email addresses, separated by commas, or no',
    )
    .optional(),
  READOUT_ALERT_WEBHOOK: z
    .url({ protocol: /^https?$/, error: 'must be an address that begins with https://' })
    .optional(),
  READOUT_ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/=]{32,}$/, 'must be whsec_ and at least 24 random bytes in base64')
    .optional(),
  // As OpenTelemetry names them.
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address like http://127.0.0.1:4318' })
    .optional(),
  /** The exporter reads them itself. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().max(100, 'must have at most 100 characters').default('readout'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be from 0 to 1')
    .transform(Number)
    .default(1),
  READOUT_LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'must be trace, debug, info, warn, error or silent',
    })
    .default('info'),
  READOUT_LOG_REQUESTS: yesNo.default(false),
});

export interface Config {
  port: number;
  host: string;
  /** Origin under which people reach the server, when the operator named one. */
  baseUrl: string | undefined;
  /** Encrypted with a certificate of its own (`--https`); the plain port then only leads there. */
  https:
    | {
        port: number;
        /** Of the certificates, absolute; outside the data folder, so that copies of the data hold no key. */
        folder: string;
        hosts: MachineHosts;
        /** The address other devices of the network reach it under. */
        origin: string;
      }
    | undefined;
  /** Absolute. */
  dataFolder: string;
  store: StoreLocations;
  /** Folder below which administrators may have backups written, absolute; undefined: nowhere. */
  backupFolder: string | undefined;
  role: 'all' | 'web' | 'worker';
  /** Pictures read at once. */
  workers: number;
  /** Whom a server that was started by root becomes; undefined: `readout`. */
  user: string | undefined;
  /** `required`: a start where decoders cannot be shut in wholly is refused. */
  readerJail: 'auto' | 'required';
  /** Undefined: the embedded PostgreSQL. */
  database: DatabaseAddress | undefined;
  /** Connections of each of the pools that pages use, at most. */
  databaseConnections: number;
  /** How long a start waits for a PostgreSQL of one's own that is away. */
  databaseWaitSeconds: number;
  secret: string;
  signUp: 'open' | 'invite' | 'closed';
  /** How mails are sent; undefined: they wait in the outbox. */
  mail: { smtp: SmtpConfig; from: MailSender } | undefined;
  /** Other services one can sign in with. */
  signInProviders: SignInProviderConfig[];
  /** Private networks that outgoing calls may reach; see `parseNetworks`. */
  outboundAllow: string;
  /** Below which targets may write files, absolute; `{company}` in one is the id of the company. */
  deliveryFolders: string[];
  /** Where every event of all audit lists goes; undefined: nowhere. */
  auditStream: StreamTarget | undefined;
  /** How many proxies in front are trusted to tell the client's address; 0: none. */
  trustedProxies: number;
  /** Shown in the legal texts. */
  operator: {
    name: string | undefined;
    email: string | undefined;
    address: string | undefined;
    /** Whose law applies. */
    country: string | undefined;
    /** Who processes data for the operator. */
    processors: string | undefined;
  };
  /** Whom those tell who found a hole here, as in security.txt: `mailto:` or `https://`; undefined: nobody is named. */
  securityContact: string | undefined;
  /** Where the source of what runs here can be had, when the operator said so. */
  sourceUrl: string | undefined;
  /** What has to stay free where uploads are written: the smaller of what is given. */
  freeDiskFloor: DiskFloor;
  /** For the operator's own tools; without token and port there are none. */
  metrics: {
    /** Opens `/metrics` on the port of the pages, and is demanded on the other as well. */
    token: string | undefined;
    /** Of metrics alone. */
    port: number | undefined;
    host: string;
  };
  /** Where traces are sent; undefined: nowhere. */
  tracing: { endpoint: string; serviceName: string; share: number } | undefined;
  /** Who is told of what needs attention. */
  alerts: {
    from: 'alarm' | 'notice';
    /** Undefined: the administrators; none: nobody. */
    mailTo: readonly string[] | undefined;
    /** An address of the operator's own. */
    post: { address: string; secret: string | undefined } | undefined;
  };
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Whether successful requests are logged too. */
  logRequests: boolean;
  isSecure: boolean;
}

/** A setting is wrong; the message names it, says why and what it may be. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads and checks the configuration, and makes the data folder and the secret where they are missing.
 *
 * @throws ConfigError with a line for each wrong variable.
 */
export function loadConfig(
  environment: Record<string, string | undefined>,
  /** A demonstration has a data folder of its own where none is named. */
  { isDemonstration = false, isHttps = false } = {},
): Config {
  // An empty variable in an .env file means "not set".
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  refuseUnknown(given);
  const parsed = variables.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      // A wrong secret or address with a password is not repeated.
      const isSecret =
        [
          'DATABASE_URL',
          'DATABASE_DIRECT_URL',
          'READOUT_SMTP_URL',
          'READOUT_OIDC_PROVIDERS',
          'READOUT_ALERT_WEBHOOK',
        ].includes(name) ||
        name.endsWith('SECRET') ||
        name.endsWith('TOKEN');
      const shown = isSecret ? '' : `=${given[name]}`;
      return `  ${name}${shown}: ${issue.message}`;
    });
    throw new ConfigError(
      `The configuration is wrong (.env.example describes every variable):\n${lines.join('\n')}`,
    );
  }
  const env = parsed.data;
  const signInProviders = providers(env);
  const mail = mailSettings(env);
  const dataFolder = data(env.READOUT_DATA, isDemonstration);
  const https = isHttps ? httpsSettings(env, dataFolder) : undefined;
  return {
    port: env.PORT,
    // For phones: other devices have to reach it.
    host: https && given.HOST === undefined ? '0.0.0.0' : env.HOST,
    baseUrl: env.READOUT_BASE_URL,
    https,
    dataFolder,
    store: storeSettings(env, dataFolder),
    backupFolder: env.READOUT_BACKUP_FOLDER && path.resolve(env.READOUT_BACKUP_FOLDER),
    role: env.READOUT_ROLE,
    workers: env.READOUT_WORKERS ?? Math.max(1, Math.min(4, availableParallelism() - 1)),
    user: env.READOUT_USER,
    readerJail: env.READOUT_READER_JAIL,
    database: databaseSettings(env),
    databaseConnections: env.READOUT_DATABASE_CONNECTIONS,
    databaseWaitSeconds: env.READOUT_DATABASE_WAIT,
    secret: env.READOUT_SECRET ?? readSecret(dataFolder),
    signUp: env.READOUT_SIGN_UP,
    mail,
    signInProviders,
    outboundAllow: env.READOUT_OUTBOUND_ALLOW,
    deliveryFolders: env.READOUT_DELIVERY_FOLDERS,
    auditStream: streamSettings(env),
    trustedProxies: env.READOUT_TRUST_PROXY,
    operator: {
      name: env.READOUT_OPERATOR_NAME,
      email: env.READOUT_OPERATOR_EMAIL,
      address: env.READOUT_OPERATOR_ADDRESS,
      country: env.READOUT_OPERATOR_COUNTRY,
      processors: env.READOUT_OPERATOR_PROCESSORS,
    },
    securityContact: env.READOUT_SECURITY_CONTACT?.replace(/^(?!https:)/, 'mailto:'),
    sourceUrl: env.READOUT_SOURCE_URL,
    freeDiskFloor: env.READOUT_FREE_DISK_FLOOR,
    metrics: {
      token: env.READOUT_METRICS_TOKEN,
      port: env.READOUT_METRICS_PORT,
      host: env.READOUT_METRICS_HOST,
    },
    tracing: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
          serviceName: env.OTEL_SERVICE_NAME,
          share: env.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    alerts: {
      from: env.READOUT_ALERT_FROM,
      mailTo: env.READOUT_ALERT_MAIL,
      post: env.READOUT_ALERT_WEBHOOK
        ? { address: env.READOUT_ALERT_WEBHOOK, secret: env.READOUT_ALERT_WEBHOOK_SECRET }
        : undefined,
    },
    logLevel: env.READOUT_LOG_LEVEL,
    logRequests: env.READOUT_LOG_REQUESTS,
    isSecure: https !== undefined || (env.READOUT_BASE_URL?.startsWith('https:') ?? false),
  };
}

/** The address to write into links that leave the page: mails, and what a phone scans. */
export function publicOrigin({ baseUrl, https, port }: Pick<Config, 'baseUrl' | 'https' | 'port'>): string {
  return baseUrl ?? https?.origin ?? `http://localhost:${port}`;
}

/**
 * The address phones are sent to: encrypted, since browsers give no camera otherwise, and configured, since what a
 * request calls its host anybody can write.
 *
 * @returns undefined where there is none
 */
export function phoneOrigin({ baseUrl, https }: Pick<Config, 'baseUrl' | 'https'>): string | undefined {
  return baseUrl?.startsWith('https:') ? baseUrl : https?.origin;
}

/** @throws ConfigError where the operator's own address contradicts it. */
function httpsSettings(env: z.infer<typeof variables>, dataFolder: string): NonNullable<Config['https']> {
  const { READOUT_BASE_URL: baseUrl, READOUT_HTTPS_PORT: port } = env;
  if (baseUrl?.startsWith('http:'))
    throw new ConfigError(
      `The configuration is wrong: READOUT_BASE_URL=${baseUrl} is not encrypted. With --https leave it empty, or give it with https://.`,
    );
  const named = env.READOUT_HTTPS_HOSTS ?? [];
  const hosts = machineHosts(baseUrl ? [...named, new URL(baseUrl).hostname] : named);
  // What the operator named is known to work; an address works on every phone, a .local name not on older ones.
  const host = named[0] ?? hosts.addresses.find((address) => !isLoopback(address)) ?? 'localhost';
  return {
    port,
    folder: path.resolve(env.READOUT_HTTPS_FOLDER ?? `${dataFolder}-https`),
    hosts,
    origin: `https://${inAddress(host)}:${port}`,
  };
}

const isLoopback = (address: string): boolean => address === '::1' || address.startsWith('127.');

/** @throws ConfigError */
function databaseSettings(env: z.infer<typeof variables>): DatabaseAddress | undefined {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: direct } = env;
  if (!direct) return url;
  if (url) return behindPooler(url, direct);
  throw new ConfigError(
    'The configuration is wrong: DATABASE_DIRECT_URL is for a DATABASE_URL that leads through a pooler. Without one give the address in DATABASE_URL.',
  );
}

function providers(env: Parameters<typeof signInProvidersOf>[0]): SignInProviderConfig[] {
  try {
    return signInProvidersOf(env);
  } catch (error) {
    if (error instanceof IncompleteProviderError)
      throw new ConfigError(`The configuration is wrong: ${error.message}`);
    throw error;
  }
}

/** @throws ConfigError */
function storeSettings(env: z.infer<typeof variables>, dataFolder: string): StoreLocations {
  try {
    return storeLocationsOf(
      Object.fromEntries(
        Object.entries(env).flatMap(([name, value]) =>
          name.startsWith('READOUT_STORE') && typeof value === 'string' ? [[name, value]] : [],
        ),
      ),
      dataFolder,
    );
  } catch (error) {
    throw new ConfigError(`The configuration is wrong: ${(error as Error).message}`, { cause: error });
  }
}

/** @throws ConfigError where mails could be sent, but not with links that lead here or not from anybody. */
function mailSettings(env: z.infer<typeof variables>): Config['mail'] {
  const { READOUT_SMTP_URL: smtp, READOUT_MAIL_FROM: from } = env;
  if (!smtp) return undefined;
  const missing = [
    ...(env.READOUT_BASE_URL ? [] : ['READOUT_BASE_URL (mails have links)']),
    ...(from ? [] : ['READOUT_MAIL_FROM (who mails are from)']),
  ];
  if (!from || missing.length > 0)
    throw new ConfigError(`The configuration is wrong: READOUT_SMTP_URL takes ${missing.join(' and ')} too.`);
  return { smtp, from };
}

/** @throws ConfigError where the files that belong to a receiver are not all there. */
function streamSettings(env: z.infer<typeof variables>): Config['auditStream'] {
  const {
    READOUT_AUDIT_STREAM: target,
    READOUT_AUDIT_STREAM_CA: ca,
    READOUT_AUDIT_STREAM_CERTIFICATE: certificate,
    READOUT_AUDIT_STREAM_KEY: key,
  } = env;
  const wrong = (why: string) => new ConfigError(`The configuration is wrong: ${why}.`);
  if (!certificate !== !key)
    throw wrong(
      'READOUT_AUDIT_STREAM_CERTIFICATE and READOUT_AUDIT_STREAM_KEY are given together or not at all',
    );
  const files = { ca, certificate, key };
  if (target?.kind !== 'tls') {
    if (ca ?? certificate)
      throw wrong(
        'READOUT_AUDIT_STREAM_CA, _CERTIFICATE and _KEY are for a READOUT_AUDIT_STREAM that is a receiver',
      );
    return target;
  }
  for (const file of Object.values(files))
    if (file && !existsSync(file)) throw wrong(`READOUT_AUDIT_STREAM has no file ${file}`);
  return { ...target, ...files };
}

/** Of the tests, and of the `readout` command, which the person who starts the server may have set for their terminal. */
const ofOthers = ['READOUT_TEST_CLUSTER', 'READOUT_LANG'];

/** A misspelt variable would otherwise be ignored in silence. */
function refuseUnknown(given: Record<string, unknown>): void {
  const unknown = Object.keys(given).filter(
    (name) => name.startsWith('READOUT_') && !(name in variables.shape) && !ofOthers.includes(name),
  );
  if (unknown.length > 0) {
    throw new ConfigError(
      `Unknown: ${unknown.join(', ')}. The variables are described in .env.example; check the spelling.`,
    );
  }
}

function data(given: string | undefined, isDemonstration: boolean): string {
  try {
    return dataFolderOf(given, { isDemonstration });
  } catch (error) {
    throw new ConfigError((error as Error).message, { cause: error });
  }
}

/** Made once and kept: sessions and the passwords of the database roles derive from it. */
function readSecret(dataFolder: string): string {
  const file = path.join(dataFolder, 'secret');
  if (!existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    renameSync(draft, file);
  }
  return readFileSync(file, 'utf8').trim();
}
