/** A certificate of a test's own for localhost and 127.0.0.1, signed by itself (X.509, ECDSA with P-256). */
import { generateKeyPairSync, sign } from 'node:crypto'

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts)
  const length =
    body.length < 128 ? Buffer.from([body.length]) : Buffer.from([0x82, body.length >> 8, body.length & 255])
  return Buffer.concat([Buffer.from([tag]), length, body])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const time = (at: Date): Buffer =>
  der(
    0x18,
    Buffer.from(
      `${at
        .toISOString()
        .replace(/[-:T]|\.\d+/g, '')
        .replace('Z', '')}Z`
    )
  )

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const nameOf = (text: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(text)))))
const isTrue = der(0x01, Buffer.from([255]))
const extensions = sequence(
  // subject alternative names
  sequence(
    oid('551d11'),
    der(0x04, sequence(der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1]))))
  ),
  // basic constraints: its own authority
  sequence(oid('551d13'), isTrue, der(0x04, sequence(isTrue)))
)

export interface Certificate {
  /** Both in PEM. */
  readonly cert: string
  readonly key: string
}

export function aCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = nameOf('Opony tests')
  const [day, now] = [86_400_000, Date.now()]
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(now - day)), time(new Date(now + day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions)
  )
  const signature = sign('sha256', content, { key: privateKey, dsaEncoding: 'der' })
  const whole = sequence(content, ecdsaWithSha256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  }
}
