import { readFileSync, statSync } from 'node:fs';

/** Settings that may lie in a file of their own, whose path is in the variable with `_FILE`. */
export const secretVariables = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'READOUT_SECRET',
  'READOUT_SMTP_URL',
  'READOUT_OIDC_CLIENT_SECRET',
  'READOUT_OIDC_PROVIDERS',
  'READOUT_GOOGLE_CLIENT_SECRET',
  'READOUT_MICROSOFT_CLIENT_SECRET',
  'READOUT_GITHUB_CLIENT_SECRET',
  'READOUT_METRICS_TOKEN',
  'READOUT_ALERT_WEBHOOK',
  'READOUT_ALERT_WEBHOOK_SECRET',
  'READOUT_STORE_ACCESS_SECRET',
] as const;

/** Bits of a mode that let everybody read. */
const forOthers = 0o004;

/**
 * Takes what files hold into the environment, in place of the variables that name them: containers and systemd hand
 * secrets over as files, which neither `ps` nor a list of settings shows.
 *
 * @throws Error that names the variable and what is wrong about its file; never what is in it
 */
export function takeSecretFiles(environment: Record<string, string | undefined>): void {
  for (const name of secretVariables) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (file === undefined) continue;
    if (file !== '') {
      if (environment[name]) throw new Error(`${name} and ${variable} are both set: leave one of them out.`);
      environment[name] = readSecretFile(variable, file);
    }
    // A process that goes on in another's place is given the value alone.
    delete environment[variable];
  }
}

function readSecretFile(variable: string, file: string): string {
  let text: string;
  try {
    if ((statSync(file).mode & forOthers) !== 0)
      throw new Error(`${variable}=${file} can be read by everybody on this machine: chmod 400 it.`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Error(
      code === 'ENOENT'
        ? `${variable}=${file}: there is no such file.`
        : `${variable}=${file} cannot be read (${code}): it has to belong to the user Readout is started as.`,
      { cause: error },
    );
  }
  const secret = text.replace(/\r?\n$/, '');
  if (secret.trim() === '') throw new Error(`${variable}=${file} is empty.`);
  return secret;
}
