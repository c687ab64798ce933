/** What `npm run doctor -- --connect` tries besides the database. Nothing is sent, and what is written is a file that goes again. */
import { randomBytes } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FastifyBaseLogger } from 'fastify'
import mqtt from 'mqtt'
import { mayMailPlainly } from '../../../config/production.ts'
import type { Settings } from '../../../config/settings.ts'
import { pingScanner } from '../../kernel/files/scanner.ts'
import { verifyMail } from '../../kernel/messaging/mail.ts'
import { checkSms } from '../../kernel/messaging/sms.ts'
import { userAgent } from '../../kernel/outbound/request-json.ts'
import { newBlobName } from '../../kernel/storage/blob-name.ts'
import { openStorage } from '../../kernel/storage/open.ts'
import { openPlace } from '../backup/places.ts'
import { type Finding, fault, ok, type Probe, reasonOf, warning } from './finding.ts'

const hostOf = (address: string): string => new URL(address).host

async function broker({ mqttUrl, mqttVersion, mqttClientId }: Settings): Promise<readonly Finding[]> {
  if (mqttUrl === '') return [ok('The embedded broker is started by the application.')]
  const client = mqtt.connect(mqttUrl, {
    protocolVersion: mqttVersion === '5' ? 5 : 4,
    clientId: `${mqttClientId}-doctor`,
    clean: true,
    reconnectPeriod: 0,
    connectTimeout: 10_000
  })
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', reject)
      client.once('close', () => reject(new Error('the connection was closed')))
    })
    const granted = await client.subscribeAsync('containers/+/telemetry', { qos: 0 })
    const isRefused = granted.some(({ qos }) => (qos as number) >= 128)
    return isRefused
      ? [fault('It took the sign-in, and refuses containers/+/telemetry: give the account the right to read it.')]
      : [ok(`${hostOf(mqttUrl)} took the sign-in and the subscription`)]
  } finally {
    client.on('error', () => undefined)
    await client.endAsync(true).catch(() => undefined)
  }
}

async function mail(settings: Settings): Promise<readonly Finding[]> {
  const { mailUrl, nodeEnv, outside } = settings
  if (outside === 'off') return [ok('OUTSIDE is off: e-mails are held.')]
  if (mailUrl.startsWith('log:'))
    return [
      (nodeEnv === 'production' ? warning : ok)('MAIL_URL is log: e-mails are written to the log, links included.')
    ]
  await verifyMail(mailUrl, !mayMailPlainly(settings))
  return [ok(`${hostOf(mailUrl)} greeted and took the sign-in; nothing was sent`)]
}

async function sms({ smsUrl, smsToken, outside }: Settings): Promise<readonly Finding[]> {
  if (outside === 'off') return [ok('OUTSIDE is off: SMS are held.')]
  if (smsUrl.startsWith('log:')) return [ok('SMS_URL is log: SMS are written to the log.')]
  const { kind, detail } = await checkSms(smsUrl, smsToken)
  if (kind === 'taken') return [ok(`${hostOf(smsUrl)} knows the token${detail ? `; ${detail}` : ''}`)]
  return [(kind === 'unknown' ? warning : fault)(`${hostOf(smsUrl)}: ${detail}`)]
}

const probeBytes = 4_096

async function storage(settings: Settings): Promise<readonly Finding[]> {
  const log = { error: () => undefined } as unknown as FastifyBaseLogger
  const store = await openStorage({ settings, log })
  const name = newBlobName('doctor', 'pdf', new Date())
  const bytes = randomBytes(probeBytes)
  await store.write(name, Readable.from([bytes]), { maxBytes: probeBytes })
  try {
    const read = await store.read(name)
    const isSame = read !== undefined && (await buffer(read)).equals(bytes)
    if (!isSame) return [fault('What was written is read back as something else.')]
  } finally {
    await store.remove(name)
  }
  const place = settings.storageUrl === 'file:' ? path.join(settings.dataDir, 'files') : store.container
  return [ok(`A file was written to ${place}, read back and deleted`)]
}

/** Where backups go; what is there already is left as it is. */
async function backups(settings: Settings): Promise<readonly Finding[]> {
  const place = await openPlace(settings.backupUrl, settings)
  const name = `doctor-${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(probeBytes)
  await place.write(name, Readable.from([bytes]))
  try {
    const read = await place.read(name)
    const isSame = read !== undefined && (await buffer(read)).equals(bytes)
    if (!isSame) return [fault('What was written is read back as something else.')]
  } finally {
    await place.remove(name)
  }
  return [ok(`A file was written to ${place.label}, read back and deleted`)]
}

async function scanner({ scannerUrl }: Settings): Promise<readonly Finding[]> {
  await pingScanner(scannerUrl)
  return [ok('The scanner answers')]
}

/** Whether the address answers at all; nothing is looked up, because registers count searches. */
async function reach(address: string, settings: Settings, signal: AbortSignal): Promise<readonly Finding[]> {
  const answer = await fetch(address, { headers: { 'user-agent': userAgent(settings) }, redirect: 'manual', signal })
  await answer.body?.cancel()
  return answer.status >= 500
    ? [fault(`${hostOf(address)} answered ${answer.status}`)]
    : [ok(`${hostOf(address)} answers (${answer.status})`)]
}

async function provider(issuer: string, settings: Settings, signal: AbortSignal): Promise<readonly Finding[]> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const [found] = await reach(address, settings, signal)
  return found ? [found] : []
}

const gigabyte = 1_073_741_824

/** The free space of a disk as a finding. @param of free and all bytes */
export function roomFinding(folder: string, of: { readonly free: number; readonly all: number }): Finding {
  const text = `${(of.free / gigabyte).toFixed(1)} GB of ${(of.all / gigabyte).toFixed(1)} GB are free in ${folder}`
  if (of.free < 0.2 * gigabyte) return fault(`${text}: make room, because uploads are refused when the disk is full.`)
  return of.free < Math.max(gigabyte, of.all * 0.05) ? warning(`${text}: make room soon.`) : ok(text)
}

async function disk({ dataDir, storageUrl }: Settings): Promise<readonly Finding[]> {
  const files = /^file:(.+)$/.exec(storageUrl)?.[1]
  const folders = [...new Set([dataDir, ...(files ? [path.resolve(files)] : [])])]
  return Promise.all(
    folders.map(async folder => {
      const { bavail, blocks, bsize } = await nearest(folder)
      return roomFinding(folder, { free: Number(bavail) * Number(bsize), all: Number(blocks) * Number(bsize) })
    })
  )
}

/** Of a folder that is not there yet, the one in which it would be made. */
const nearest = (folder: string): ReturnType<typeof statfs> =>
  statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || path.dirname(folder) === folder) throw new Error(reasonOf(error))
    return nearest(path.dirname(folder))
  })

const isAddress = (text: string): boolean => /^https?:/.test(text)

/** The parts that these settings name. */
export function servicesOf(settings: Settings): readonly Probe[] {
  const { vatListUrl, viesUrl, geocodingUrl, bdoUrl, accountingUrl, scannerUrl, oidcOfficeIssuer, oidcPortalIssuer } =
    settings
  const reached = {
    ...{ 'VAT list': vatListUrl, VIES: viesUrl, geocoder: geocodingUrl },
    ...{ 'waste register': bdoUrl, accounting: accountingUrl }
  }
  const issuers = { 'sign-in, office': oidcOfficeIssuer, 'sign-in, portal': oidcPortalIssuer }
  return [
    { name: 'broker', run: () => broker(settings) },
    { name: 'mail', run: () => mail(settings) },
    { name: 'SMS', run: () => sms(settings) },
    { name: 'storage', run: () => storage(settings) },
    ...(settings.backupUrl === '' ? [] : [{ name: 'backups', run: () => backups(settings) }]),
    ...(scannerUrl === '' ? [] : [{ name: 'scanner', run: () => scanner(settings) }]),
    ...Object.entries(reached)
      .filter(([, address]) => isAddress(address))
      .map(([name, address]): Probe => ({ name, run: signal => reach(address, settings, signal) })),
    ...Object.entries(issuers)
      .filter(([, issuer]) => issuer !== '')
      .map(([name, issuer]): Probe => ({ name, run: signal => provider(issuer, settings, signal) })),
    { name: 'disk', run: () => disk(settings) }
  ]
}
