/**
 * A bucket that speaks S3: Amazon's, MinIO, Ceph, OVH, Hetzner … The address is `s3:` and an URL with the access key as its user, the secret
 * as its password, and the bucket as the first part of its path; more of the path comes before the names of files:
 *
 *     s3:https://KEY:SECRET@s3.eu-central-1.amazonaws.com/bucket/opony?region=eu-central-1
 *
 * Calls are signed by Signature Version 4. A file is sent in parts as it is read, because nobody knows its length before; parts of an upload that
 * breaks off are removed and are no file.
 */
import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Place } from './place.ts'

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
/** As RFC 3986 asks; `encodeURIComponent` leaves four letters too many as they are. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
const pathOf = (name: string): string => name.split('/').map(encoded).join('/')

export interface Credentials {
  readonly key: string
  readonly secret: string
  readonly region: string
}

interface Call {
  readonly method: string
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
}

/** The headers of a signed call. @param now of the signature, which is good for a quarter of an hour */
export function signed(
  { method, url, headers = {}, body = '' }: Call,
  { key, secret, region }: Credentials,
  now: Date
): Record<string, string> {
  const at = now.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = at.slice(0, 8)
  const hash = sha256(body)
  const all: Record<string, string> = { host: url.host, ...headers, 'x-amz-content-sha256': hash, 'x-amz-date': at }
  const names = Object.keys(all).sort()
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const lines = names.map(name => `${name}:${all[name]?.trim()}\n`).join('')
  const canonical = [method, url.pathname, query.join('&'), lines, names.join(';'), hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical)].join('\n')
  const signing = hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
  const signature = hmac(signing, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${key}/${scope},SignedHeaders=${names.join(';')},Signature=${signature}`
  // fetch sets Host itself.
  const { host: _, ...sent } = all
  return { ...sent, authorization }
}

const firstPartBytes = 8 * 1_048_576
/** A bucket takes 10,000 parts: later ones are larger, so that a file may have terabytes. */
const partBytes = (number: number): number => firstPartBytes * 2 ** Math.floor(number / 1_000)

/** The source in parts, each but the last as large as its number says. */
async function* inParts(source: Readable): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = []
  let bytes = 0
  let number = 1
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes < partBytes(number)) continue
    yield Buffer.concat(chunks)
    chunks = []
    bytes = 0
    number += 1
  }
  yield Buffer.concat(chunks)
}

const tagOf = (xml: string, tag: string): string | undefined =>
  new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1]?.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
const tries = 4

/** @throws Error with a sentence, where the address is not one */
export function s3(address: string): Place {
  const base = URL.canParse(address) ? new URL(address) : undefined
  const [bucket, ...folders] = base?.pathname.split('/').filter(Boolean) ?? []
  if (!base || !bucket || base.username === '' || base.password === '')
    throw new Error('BACKUP_URL for S3 is s3:https://KEY:SECRET@host/bucket, with ?region=… where the bucket has one.')
  const prefix = folders.length > 0 ? `${folders.map(decodeURIComponent).join('/')}/` : ''
  const credentials: Credentials = {
    key: decodeURIComponent(base.username),
    secret: decodeURIComponent(base.password),
    region: base.searchParams.get('region') ?? 'us-east-1'
  }

  const urlOf = (name: string, query: Readonly<Record<string, string>> = {}): URL => {
    const url = new URL(`${base.origin}/${bucket}${name === '' ? '' : `/${pathOf(prefix + name)}`}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    return url
  }

  /** Sends the call, again where the server has a moment's trouble. 404 is an answer like others. */
  async function send(call: Call): Promise<Response> {
    for (let tried = 1; ; tried++) {
      const { method, url, body } = call
      const answer = await fetch(url, {
        method,
        headers: { ...call.headers, ...signed(call, credentials, new Date()) },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
        redirect: 'error'
      })
      if (answer.ok || answer.status === 404) return answer
      const text = await answer.text()
      if (tried === tries || (answer.status < 500 && answer.status !== 429))
        throw new Error(
          `${base?.host} answers ${answer.status} ${tagOf(text, 'Code') ?? ''} ${tagOf(text, 'Message') ?? ''}`.trim()
        )
      await wait(500 * 2 ** tried)
    }
  }

  async function done(call: Call): Promise<Response> {
    const answer = await send(call)
    if (answer.status === 404) throw new Error(`${base?.host} has no bucket ${bucket}.`)
    return answer
  }

  const etagOf = (answer: Response): string => answer.headers.get('etag') ?? ''

  /** Sends the parts after the first two, and joins them. */
  async function writeParts(name: string, parts: AsyncIterable<Buffer>): Promise<void> {
    const begun = await (await done({ method: 'POST', url: urlOf(name, { uploads: '' }) })).text()
    const uploadId = tagOf(begun, 'UploadId')
    if (!uploadId) throw new Error(`${base?.host} begins no upload.`)
    try {
      const etags: string[] = []
      for await (const body of parts) {
        const url = urlOf(name, { partNumber: String(etags.length + 1), uploadId })
        etags.push(etagOf(await done({ method: 'PUT', url, body })))
      }
      const list = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
      const body = `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`
      const ended = await (await done({ method: 'POST', url: urlOf(name, { uploadId }), body })).text()
      // An error after the beginning of the answer has the status 200.
      if (tagOf(ended, 'Code')) throw new Error(`${base?.host} has not joined ${name}: ${tagOf(ended, 'Code')}`)
    } catch (error) {
      await send({ method: 'DELETE', url: urlOf(name, { uploadId }) }).catch(() => undefined)
      throw error
    }
  }

  return {
    label: `${base.host}/${bucket}${prefix === '' ? '' : `/${prefix.slice(0, -1)}`}`,
    async write(name, source) {
      const parts = inParts(source)
      const first = (await parts.next()).value as Buffer
      if (first.length < firstPartBytes) {
        await done({ method: 'PUT', url: urlOf(name), body: first })
        return
      }
      const all = async function* (): AsyncGenerator<Buffer> {
        yield first
        yield* parts
      }
      await writeParts(name, all())
    },
    async read(name) {
      const { status, body } = await send({ method: 'GET', url: urlOf(name) })
      if (status !== 404 && body) return Readable.fromWeb(body as never)
      await body?.cancel()
      return undefined
    },
    async size(name) {
      const { status, headers } = await send({ method: 'HEAD', url: urlOf(name) })
      return status === 404 ? undefined : Number(headers.get('content-length'))
    },
    remove: async name => void (await (await send({ method: 'DELETE', url: urlOf(name) })).body?.cancel()),
    async *list() {
      let token: string | undefined
      do {
        const query = {
          'list-type': '2',
          'encoding-type': 'url',
          prefix,
          ...(token ? { 'continuation-token': token } : {})
        }
        const page = await (await done({ method: 'GET', url: urlOf('', query) })).text()
        for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g))
          yield decodeURIComponent(key.replaceAll('+', '%20')).slice(prefix.length)
        token = tagOf(page, 'NextContinuationToken')
      } while (token)
    }
  }
}
