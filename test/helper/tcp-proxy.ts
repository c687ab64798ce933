/** A TCP proxy to the database that can be shut, silent, slow, or break at COMMIT: what tests of an unreachable database need. */
import { connect, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  /** The database's address, by way of the proxy. */
  readonly url: string
  /** Breaks the open connections, and accepts no new ones. */
  shut(): void
  /** Keeps the connections open, and drops all that is sent. */
  swallow(): void
  /**
   * What is connected now stays so and hears nothing any more, not even an end; who connects anew is served. So it is when a server dies without
   * a word and another takes its place.
   */
  strand(): void
  /** Passes on what the database answers so much later. */
  slow(ms: number): void
  /** Asked at each COMMIT: `after` lets the database commit and breaks the connection in place of its answer, `before` breaks it at once. */
  onCommit(choose: () => 'after' | 'before' | undefined): void
  open(): void
  close(): Promise<void>
}

export async function aTcpProxy(database: string): Promise<TcpProxy> {
  const target = new URL(database)
  const pairs = new Set<readonly [Socket, Socket]>()
  const stranded = new Set<Socket>()
  let state: 'open' | 'shut' | 'swallowing' = 'open'
  let answersLaterBy = 0
  let cutAtCommit: () => 'after' | 'before' | undefined = () => undefined
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
        if (stranded.has(near) && socket === far) return
        near.destroy()
        far.destroy()
        stranded.delete(near)
        pairs.delete(pair)
      })
    }
    let isCut = false
    const answer = (part: Buffer): void => {
      if (isCut) near.destroy()
      else if (state !== 'swallowing' && !stranded.has(near)) near.write(part)
    }
    near.on('data', (part: Buffer) => {
      const cut = /^Q....COMMIT;?\0/is.test(part.toString('latin1')) ? cutAtCommit() : undefined
      if (cut === 'before') return void near.destroy()
      isCut ||= cut === 'after'
      if (state !== 'swallowing' && !stranded.has(near)) far.write(part)
    })
    far.on('data', (part: Buffer) => {
      if (answersLaterBy > 0) setTimeout(answer, answersLaterBy, part)
      else answer(part)
    })
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
    strand() {
      for (const [near] of pairs) stranded.add(near)
    },
    slow(ms) {
      answersLaterBy = ms
    },
    onCommit(choose) {
      cutAtCommit = choose
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
