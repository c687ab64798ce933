/** Who is watched, and who is not: daemons are meant to outlive whoever started them. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const file = fileURLToPath(new URL('./fixtures/starters.ts', import.meta.url))
const tsx = createRequire(import.meta.url).resolve('tsx')
const server = `node --import ${tsx} ${file}`

/** What the server finds when it is started by this command. */
function startersUnder(command: readonly string[], env: Record<string, string> = {}, cwd = root): Promise<string[]> {
  const [program = '', ...args] = command
  const bare = { PATH: process.env.PATH, HOME: process.env.HOME, ...env }
  return new Promise((resolve, reject) =>
    execFile(program, args, { cwd, env: bare }, (error, output, fault) => {
      const found = /^starters (.*)$/m.exec(output)?.[1]
      if (found) resolve(JSON.parse(found))
      else reject(error ?? new Error(`It said nothing: ${output}${fault}`))
    })
  )
}

let project: string
beforeAll(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'opony-starters-'))
  const scripts = { start: server, daemon: `nohup ${server} & wait` }
  await writeFile(path.join(project, 'package.json'), JSON.stringify({ name: 'project', scripts }))
})
afterAll(() => rm(project, { recursive: true, force: true }))

describe('are watched', () => {
  it('npm, and the shell of its script', async () => {
    const [shell, npm, ...more] = await startersUnder(['npm', 'start'], {}, project)
    expect(shell).toBe(`sh -c ${server}`)
    expect(npm).toMatch(/npm.*start/)
    expect(more).toEqual([])
  })

  it('npm alone, where the shell replaces itself by the script', async () => {
    const starters = await startersUnder(['npm', 'start', '--script-shell=bash'], {}, project)
    expect(starters).toEqual([expect.stringMatching(/npm.*start/)])
  })

  it("the program by which Deno's npm package starts Deno", async () => {
    const deno = createRequire(import.meta.url).resolve('deno/bin.cjs')
    const run = [process.execPath, deno, 'run', '-A', '--node-modules-dir=manual', file]
    expect(await startersUnder(run)).toEqual([expect.stringContaining('deno/bin.cjs run -A')])
  })
})

describe('nobody is watched', () => {
  it.each([
    ['of those who started a daemon', `${server} & wait`, {}],
    ['of those who started a daemon by nohup', `nohup ${server} & wait`, {}],
    ['of those who started a daemon in a session of its own', `(trap '' HUP; exec ${server}) & wait`, {}],
    ['of those whom some other script of npm started', `${server} & wait`, { npm_lifecycle_script: 'sh deploy.sh' }]
  ])('%s', async (_, line, env) => {
    expect(await startersUnder(['sh', '-c', line], env)).toEqual([])
  })

  it('by a daemon that a script of npm leaves behind', async () => {
    expect(await startersUnder(['npm', 'run', 'daemon'], {}, project)).toEqual([])
  })
})
