/** The network that an address stands for: calls are counted by it, and security events are recorded with it. */
import { isIP } from 'node:net'

/** The key of calls whose address is not known any more, because their connection is gone. */
const unknownAddress = 'unknown'

/**
 * The key of an address. Of IPv6 it is the network of 64 bits, because one household has a whole network.
 * @param address undefined for a call whose connection has been closed meanwhile
 */
export function addressKey(address: string | undefined): string {
  if (address === undefined || address === '') return unknownAddress
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = (plain.split('%')[0] ?? '').toLowerCase().split('::')
  const start = head ? head.split(':') : []
  const end = tail ? tail.split(':') : []
  const zeros = plain.includes('::') ? Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0') : []
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}

/** The same as it can be stored, in PostgreSQL's `inet`; null where there is no address. */
export function networkOf(address: string | undefined): string | null {
  const key = addressKey(address)
  return isIP(key.replace(/\/64$/, '')) > 0 ? key : null
}
