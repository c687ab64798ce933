/** AES-256-GCM for secrets that must be read again. The bytes are the initialisation vector, the ciphertext and the authentication tag. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** @param key 32 bytes */
export function encryptWith(key: Buffer, secret: Buffer): Buffer {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv)
  return Buffer.concat([iv, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
}

/** The secret, by the first of these keys that it was encrypted with; undefined if it was with none of them. */
export function decryptWith(keys: readonly Buffer[], bytes: Buffer): Buffer | undefined {
  for (const key of keys) {
    const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes })
    decipher.setAuthTag(bytes.subarray(-tagBytes))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()])
    } catch {
      // encrypted with another key
    }
  }
  return undefined
}
