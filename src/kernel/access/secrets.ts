/**
 * TOKEN_SECRET and the ones before it. Every key of this installation is derived from TOKEN_SECRET, each for one purpose
 * (docs/security.md lists them). To change it without signing everybody out and without losing second factors, the former one is given
 * as TOKEN_SECRET_OLD: what was made with it is still accepted, and what is made from now on is made with the present one.
 */
import { createHmac } from 'node:crypto'
import type { Settings } from '../../../config/settings.ts'

export type Secrets = Pick<Settings, 'tokenSecret'> & Partial<Pick<Settings, 'tokenSecretOld'>>

/** The present secret, then the former one where it is given. */
export const secretsOf = ({ tokenSecret, tokenSecretOld }: Secrets): readonly string[] =>
  tokenSecretOld ? [tokenSecret, tokenSecretOld] : [tokenSecret]

/** A key of the present secret for one purpose. */
export const keyFor = ({ tokenSecret }: Secrets, purpose: string): Buffer =>
  createHmac('sha256', tokenSecret).update(purpose).digest()
