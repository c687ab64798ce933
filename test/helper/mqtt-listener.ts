/** A TCP door to the database that can be shut: what a test of an unreachable database needs. */
import { connect, createServer, type Socket } from 'node:net'

export interface Door {
  /** The database's address, by way of the door. */
  readonly url: string
  /** Breaks what is open, and takes nothing more. */
  shut(): void
  /** Keeps what is open, and swallows all that is sent. */
  swallow(): void
  open(): void
  close(): Promise<void>
}

export async function aDoor(database: string): Promise<Door> {
  const target = new URL(database)
  const pairs = new Set<readonly [Socket, Socket]>()
  let state: 'open' | 'shut' | 'swallowing' = 'open'
  const server = createServer(near => {
    if (state === 'shut') {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    const pair = [near, far] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.on('error', () => undefined)
      socket.on('close', () => {
        near.destroy()
        far.destroy()
        pairs.delete(pair)
      })
    }
    near.on('data', part => state === 'swallowing' || far.write(part))
    far.on('data', part => state === 'swallowing' || near.write(part))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as { port: number }).port)
  const destroyAll = (): void => {
    for (const [near] of pairs) near.destroy()
  }
  return {
    url: url.href,
    shut() {
      state = 'shut'
      destroyAll()
    },
    swallow() {
      state = 'swallowing'
    },
    open() {
      // What has lost bytes is of no use any more.
      if (state === 'swallowing') destroyAll()
      state = 'open'
    },
    close: () =>
      new Promise(resolve => {
        destroyAll()
        server.close(() => resolve())
      })
  }
}
