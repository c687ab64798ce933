/** A command of operators as they run it: a process of its own. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { argsOf } from './program.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Said {
  readonly code: number
  /** Both of its outputs. */
  readonly said: string
}

/** Runs `npm run <name> -- <words>`; where the server is compiled, without its launcher. The environment is the given one alone, with the path. */
export const aCommand = (name: string, words: readonly string[], env: Record<string, string>): Promise<Said> =>
  new Promise(resolve => {
    const given = { PATH: process.env.PATH, HOME: process.env.HOME, ...env }
    const program = process.env.TEST_COMPILED === 'yes' ? argsOf(`src/cli/${name}.ts`) : ['scripts/run.js', name]
    execFile(process.execPath, [...program, ...words], { cwd: root, env: given }, (error, out, fault) =>
      resolve({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : 1, said: out + fault })
    )
  })
