/** A server that speaks clamd's INSTREAM, and finds in a file what contains the given words. */
import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** What it does with a file: look through it, or fail in one of these ways. */
type Mode = 'looks' | 'holds' | 'tooLarge' | 'silent' | 'closes' | 'garbage' | 'endless'

export interface Clamd {
  readonly url: string
  /** The files that it was sent whole. */
  readonly files: readonly Buffer[]
  mode: Mode
  /** In the mode `holds`: answers that wait to be given. */
  readonly held: (() => void)[]
  close(): Promise<void>
}

export const virus = 'X5O!-of-the-tests-EICAR'

export async function aClamd(path?: string): Promise<Clamd> {
  const files: Buffer[] = []
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    let waiting = Buffer.alloc(0)
    let isBegun = false
    const file: Buffer[] = []
    const say = (text: string): void => void socket.end(`${text}\0`)
    socket.on('data', part => {
      waiting = Buffer.concat([waiting, part as Buffer])
      if (clamd.mode === 'closes') return socket.destroy()
      if (clamd.mode === 'silent') return
      if (clamd.mode === 'garbage') return say('what?')
      if (clamd.mode === 'endless') {
        const more = (): void => void (socket.writable && socket.write('x'.repeat(1_000), more))
        return more()
      }
      if (!isBegun) {
        const command = 'zINSTREAM\0'
        if (waiting.length < command.length) return
        if (waiting.subarray(0, command.length).toString() !== command) return say('UNKNOWN COMMAND')
        isBegun = true
        waiting = waiting.subarray(command.length)
      }
      while (waiting.length >= 4) {
        const length = waiting.readUInt32BE()
        if (length === 0) {
          const whole = Buffer.concat(file)
          files.push(whole)
          const answer = (): void => say(whole.includes(virus) ? 'stream: Opony.Test-Signature FOUND' : 'stream: OK')
          return clamd.mode === 'holds' ? void clamd.held.push(answer) : answer()
        }
        if (clamd.mode === 'tooLarge') return say('INSTREAM size limit exceeded. ERROR')
        if (waiting.length < 4 + length) return
        file.push(waiting.subarray(4, 4 + length))
        waiting = waiting.subarray(4 + length)
      }
    })
  })
  if (path === undefined) server.listen(0, '127.0.0.1')
  else server.listen(path)
  await once(server, 'listening')
  const { port } = (path === undefined ? server.address() : { port: 0 }) as { port: number }
  const clamd: Clamd = {
    url: path === undefined ? `clamd://127.0.0.1:${port}` : `clamd:${path}`,
    files,
    held: [],
    mode: 'looks',
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    }
  }
  return clamd
}
