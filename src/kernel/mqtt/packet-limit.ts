/**
 * Checks the lengths that packets declare. The parser of the embedded broker collects a packet of any
 * length (256 MB by the protocol) before anything can refuse it. Therefore the fixed headers are read here first. Only these:
 * one byte of type and up to four of length. The rest of a packet is skipped.
 */

/**
 * Takes the bytes of one connection, chunk by chunk; returns false as soon as a packet declares more than `limit()` then allows.
 */
export function packetLimit(limit: () => number): (chunk: Uint8Array) => boolean {
  let inLength = false
  let length = 0
  let factor = 1
  let toSkip = 0
  return chunk => {
    for (let at = 0; at < chunk.length; ) {
      if (toSkip > 0) {
        const skipped = Math.min(toSkip, chunk.length - at)
        toSkip -= skipped
        at += skipped
        continue
      }
      const byte = chunk[at++] as number
      if (!inLength) {
        inLength = true
        length = 0
        factor = 1
        continue
      }
      length += (byte & 0x7f) * factor
      factor *= 0x80
      if (length > limit()) return false
      if (byte & 0x80) {
        if (factor > 0x80 ** 3) return false
        continue
      }
      inLength = false
      toSkip = length
    }
    return true
  }
}
