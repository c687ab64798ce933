/** A call to another system, by Node and by Deno, where the connection breaks before the answer. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { nodeProgram } from '../helper/program.ts'

const program = join(import.meta.dirname, 'fixtures/send-once.ts')
const deno = createRequire(import.meta.url).resolve('deno/bin.cjs')
const by: Readonly<Record<string, readonly string[]>> = {
  Node: ['--import', 'tsx', program],
  Deno: [deno, 'run', '--allow-all', '--node-modules-dir=manual', program]
}

/** The calls that came, and what the program said. @param breaks whether the connection of the first call is cut before its answer */
async function sent(program: string, breaks: boolean) {
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    const { authorization, 'content-type': type } = request.headers
    calls.push([request.method, authorization, type?.split(';', 1)[0], body].join(' '))
    if (breaks && calls.length === 1) request.socket.destroy()
    else response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cards`
  const { stdout } = await promisify(execFile)(nodeProgram, [...(by[program] ?? []), url])
  return { calls, said: stdout.trim() }
}

describe.each(Object.keys(by))('by %s', program => {
  const call = 'POST Bearer token application/x-www-form-urlencoded card=7'
  it('is sent with its body, its type and its headers', async () => {
    expect(await sent(program, false)).toEqual({ calls: [call], said: '200' })
  })
  it('is sent once where the connection breaks before the answer', async () => {
    expect(await sent(program, true)).toEqual({ calls: [call], said: 'broken' })
  })
})
