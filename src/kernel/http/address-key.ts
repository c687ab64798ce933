/** The key under which calls of one address are counted. */

/** The key of an address. Of IPv6 it is the network of 64 bits, because one household has a whole network. */
export function addressKey(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail = ''] = (plain.split('%')[0] ?? '').toLowerCase().split('::')
  const start = head ? head.split(':') : []
  const end = tail ? tail.split(':') : []
  const zeros = plain.includes('::') ? Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0') : []
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
