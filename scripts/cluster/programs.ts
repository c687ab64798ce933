/** What has to be installed, and the account that everything runs under. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { root } from './layout.ts'

/** A program, and the Debian package that has it. */
const needed = {
  etcd: ['/usr/bin/etcd', 'etcd-server'],
  patroni: ['/usr/bin/patroni', 'patroni'],
  haproxy: ['/usr/sbin/haproxy', 'haproxy']
} as const
export const programs = { etcd: needed.etcd[0], patroni: needed.patroni[0], haproxy: needed.haproxy[0] }

const versions = '/usr/lib/postgresql'

/** The newest PostgreSQL that is installed: the folder of its programs. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(versions)) return undefined
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map(version => path.join(versions, version, 'bin'))
    .find(folder => existsSync(path.join(folder, 'initdb')))
}

/** What is missing, a sentence each. */
export function missing(): string[] {
  const packages: string[] = Object.values(needed).flatMap(([file, name]) => (existsSync(file) ? [] : [name]))
  if (!postgresPrograms()) packages.push('postgresql')
  if (packages.includes('patroni') || !hasPython('psycopg2')) packages.push('python3-psycopg2')
  if (etcdInterface() === 'etcd' && !hasPython('etcd')) packages.push('python3-etcd')
  const sentences = packages.length > 0 ? [`apt-get install --no-install-recommends ${packages.join(' ')}`] : []
  if (!existsSync(path.join(root, 'dist/src/main.js'))) sentences.push('npm run build')
  return sentences
}

const hasPython = (name: string): boolean => {
  try {
    execFileSync('/usr/bin/python3', ['-c', `import ${name}`], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** By which interface of etcd Patroni keeps the lead (`deploy/cluster/patroni.yml.in` says why). */
export function etcdInterface(version = patroniVersion()): 'etcd' | 'etcd3' {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 1_000_000 + minor * 1_000 + patch < 3_000_003 ? 'etcd' : 'etcd3'
}

export function patroniVersion(): string {
  if (!existsSync(programs.patroni)) return '0'
  const said = execFileSync(programs.patroni, ['--version'], { encoding: 'utf8' })
  return /(\d+(?:\.\d+)*)/.exec(said)?.[1] ?? '0'
}

export interface Account {
  readonly uid: number
  readonly gid: number
}

/** PostgreSQL refuses root, so root lends everything the account `postgres` of Debian's package. */
export function account(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const id = (what: string): number => Number(execFileSync('id', [what, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}
