/**
 * Looks through a file for what is known to be malicious, by ClamAV's clamd (SCANNER_URL). The file is sent over a socket in the command
 * INSTREAM: pieces with their length before them, as four bytes, and a piece of length 0 at the end. The answer is one line. A new
 * connection for each file; a scanner that does not answer in time, or cannot take the file, throws.
 */
import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { throwProblem } from '../errors/errors.ts'

export interface Scanner {
  /** What was found in the file, by its name; undefined where nothing was. Throws 503 where that cannot be said now. */
  scan(file: Readable): Promise<string | undefined>
}

const timeoutMs = 60_000
const maxAnswerLength = 1_000
const retryAfter = 30
const usualPort = 3310

function connectionTo(url: string): Socket {
  const [, host, port] = /^clamd:\/\/([^:/]+)(?::(\d+))?$/.exec(url) ?? []
  return host === undefined
    ? createConnection({ path: url.slice('clamd:'.length) })
    : createConnection({ host, port: Number(port ?? usualPort) })
}

const lengthOf = (piece: Uint8Array): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(piece.length)
  return bytes
}

async function send(socket: Socket, file: Readable): Promise<void> {
  socket.write('zINSTREAM\0')
  for await (const piece of file) {
    if (socket.destroyed) return
    const bytes = piece as Buffer
    if (bytes.length === 0) continue
    socket.write(lengthOf(bytes))
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  }
  socket.write(Buffer.alloc(4))
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', part => {
      text += String(part)
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')))
      else if (text.length > maxAnswerLength) reject(new Error('an answer that is too long'))
    })
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('the connection was closed without an answer')))
    socket.setTimeout(timeoutMs, () => reject(new Error('no answer in time')))
  })
}

/** @param onFailure is told why a file could not be looked through */
export function openScanner(url: string, onFailure: (error: unknown) => void): Scanner {
  return {
    async scan(file) {
      const socket = connectionTo(url)
      try {
        const answered = answerOf(socket)
        // An answer may come, or the connection end, while the file is still being sent.
        await Promise.race([send(socket, file), answered])
        const answer = await answered
        const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? []
        if (found !== undefined) return found.slice(0, 100)
        if (answer !== 'stream: OK') throw new Error(answer.slice(0, 200))
        return undefined
      } catch (error) {
        onFailure(error)
        return throwProblem('unavailable', { retryAfter })
      } finally {
        socket.destroy()
        file.destroy()
      }
    }
  }
}

/** Asks the scanner whether it is there. Throws where it is not. */
export async function pingScanner(url: string): Promise<void> {
  const socket = connectionTo(url)
  try {
    const answered = answerOf(socket)
    socket.write('zPING\0')
    const answer = await answered
    if (answer !== 'PONG') throw new Error(`it answered "${answer.slice(0, 100)}"`)
  } finally {
    socket.destroy()
  }
}
