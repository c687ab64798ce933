import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { bornAt } from '../../src/embedded/process.ts'

const file = fileURLToPath(new URL('./fixtures/quietly.ts', import.meta.url))
const args = (program: string) => ['--import', 'tsx', file, program]

const run = (program: string): Promise<{ code: unknown; output: string }> =>
  new Promise(resolve =>
    execFile(process.execPath, args(program), (error, out, fault) =>
      resolve({ code: error?.code ?? 0, output: out + fault })
    )
  )

it('a build that goes well says nothing, whatever its warnings', async () => {
  const program = `console.log('(!) Some chunks are larger than 500 kB'); console.error('PLUGIN_TIMINGS')`
  expect(await run(program)).toEqual({ code: 0, output: 'went well\n' })
})

it('a build that fails says all', async () => {
  const program = `console.log('one'); console.error('two'); process.exitCode = 3`
  expect(await run(program)).toEqual({ code: 1, output: expect.stringMatching(/^failed: (one\ntwo|two\none)\n$/) })
})

it('a signal ends the build too', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'opony-quietly-'))
  const note = path.join(folder, 'pid')
  const program = `require('fs').writeFileSync('${note}', String(process.pid)); setInterval(() => undefined, 1_000)`
  const child = spawn(process.execPath, args(program), { stdio: 'ignore' })
  const noted = () => readFile(note, 'utf8').then(Number, () => 0)
  await expect.poll(noted, { timeout: 10_000 }).toBeGreaterThan(0)
  const pid = await noted()
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(143)
  await expect.poll(() => bornAt(pid)).toBeUndefined()
  await rm(folder, { recursive: true })
})
