import { createHmac } from 'node:crypto';

/** `v1,` and the HMAC-SHA256 over id, time and body (Standard Webhooks 1.0.0). @param secret `whsec_…` */
export function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}
