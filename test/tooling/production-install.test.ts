/** With NODE_ENV=production in its environment a machine installs what every documented command needs; without it the commands say so. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'opony-install-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A project of one package that runs and one that builds, with our .npmrc. */
function aProject(): string {
  const project = mkdtempSync(join(folder, 'project-'))
  for (const name of ['runs', 'builds']) {
    mkdirSync(join(project, name))
    writeFileSync(join(project, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }))
  }
  const parts = { dependencies: { runs: 'file:./runs' }, devDependencies: { builds: 'file:./builds' } }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'project', version: '1.0.0', ...parts }))
  cpSync(join(root, '.npmrc'), join(project, '.npmrc'))
  npm(project, ['install', '--package-lock-only'])
  return project
}

const npm = (cwd: string, words: readonly string[]): void => {
  execFileSync('npm', [...words, '--offline'], {
    cwd,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'ignore'
  })
}
const has = (project: string, name: string): boolean => {
  try {
    return readFileSync(join(project, 'node_modules', name, 'package.json')).length > 0
  } catch {
    return false
  }
}

describe('npm ci in production', () => {
  it('installs what builds and runs the sources', () => {
    const project = aProject()
    npm(project, ['ci'])
    expect([has(project, 'runs'), has(project, 'builds')]).toEqual([true, true])
  })

  it('leaves it out as the image asks for it', () => {
    const words = /npm ci --cache \/npm-cache (--omit=dev.*)$/m.exec(
      readFileSync(join(root, 'Dockerfile'), 'utf8')
    )?.[1]
    const project = aProject()
    npm(project, ['ci', ...(words ?? '').split(' ')])
    expect([has(project, 'runs'), has(project, 'builds')]).toEqual([true, false])
  })
})

describe('a command of operators', () => {
  it.each(Object.entries(scripts).filter(([, line]) => line.includes('cli') || line.includes('scripts/run.js')))(
    '%s begins by what plain Node understands',
    (_name, line) => expect(line).toMatch(/^node scripts\/run\.js [a-z-]+( rollback)?$/)
  )

  it('that needs the development packages is named as such by the page', () => {
    const page = readFileSync(join(root, 'docs/operators.md'), 'utf8')
    const named = [...page.matchAll(/npm (?:run )?(start|(?<=run )[\w:]+)/g)].map(([, name = '']) => name)
    const needy = [...new Set(named)].filter(name => scripts[name]?.includes('tsx'))
    // what builds, measures or breaks belongs to the sources by its nature
    expect(needy.filter(name => !/^(build|bench|test:\w+)$/.test(name)).sort()).toEqual(['install:server', 'start'])
    const sentence = /Two need the development packages: [^.]*\.js` [^.]*\./.exec(page)?.[0] ?? ''
    for (const words of ['`npm start`', '`npm run install:server`', '`node dist/src/main.js`'])
      expect(sentence).toContain(words)
  })

  /** The launcher in a folder without packages. */
  const launch = (project: string): Promise<{ code: unknown; said: string }> => {
    mkdirSync(join(project, 'scripts'), { recursive: true })
    cpSync(join(root, 'scripts/run.js'), join(project, 'scripts/run.js'))
    writeFileSync(join(project, 'package.json'), '{"type":"module"}')
    return new Promise(resolve =>
      execFile(process.execPath, ['scripts/run.js', 'migrate', '--yes'], { cwd: project }, (error, out, fault) =>
        resolve({ code: error?.code ?? 0, said: out + fault })
      )
    )
  }

  it('says what to install where there is neither tsx nor what is compiled', async () => {
    const { code, said } = await launch(mkdtempSync(join(folder, 'bare-')))
    expect(code).toBe(1)
    expect(said).toContain('npm ci --include=dev && npm run build')
    expect(said).not.toMatch(/^\s+at /m)
  })

  it('runs what is compiled where there is no tsx, with the words that follow', async () => {
    const project = mkdtempSync(join(folder, 'compiled-'))
    mkdirSync(join(project, 'dist/src/cli'), { recursive: true })
    writeFileSync(join(project, 'dist/src/cli/migrate.js'), 'console.log(process.argv.slice(2).join())')
    expect(await launch(project)).toEqual({ code: 0, said: '--yes\n' })
  })
})
