/** `npm run install:server`: what it lays, once and with this installation's names, and the page for operators that tells how it is used. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installServer, installServerFrom, root } from '../helper/install-server.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'opony-install-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('npm run install:server', () => {
  const words = ['--portal', 'p.example.org', '--admin', 'admin.example.org']

  it('lays every file with this installation’s names, its folder and its Node', () => {
    const laid = join(folder, 'laid')
    installServer('--into', laid, ...words)
    installServer('--into', laid, '--proxy', 'haproxy', ...words)
    const read = (path: string): string => readFileSync(join(laid, path), 'utf8')
    const unit = read('etc/systemd/system/opony@.service')
    expect(unit).toContain(`ExecStart=${process.execPath} --enable-source-maps dist/src/main.js`)
    expect(unit).toContain(`WorkingDirectory=${root}`)
    expect(read('etc/nginx/conf.d/opony.conf')).toContain('server_name p.example.org admin.example.org;')
    expect(read('etc/opony/opony.env')).toContain('PORTAL_URL=https://p.example.org')
    for (const path of ['etc/nginx/conf.d/opony.conf', 'etc/opony/opony.env', 'etc/haproxy/opony.cfg'])
      expect(read(path)).not.toContain('portal.example.com')
  })

  it('lays units that name the link by which it was called, and so follow it to the next version', () => {
    const link = join(folder, 'opony')
    symlinkSync(root, link)
    const [byFolder, byWord] = [join(folder, 'by-folder'), join(folder, 'by-word')]
    installServerFrom(link, '--into', byFolder, ...words)
    installServer('--into', byWord, '--app', link, ...words)
    for (const into of [byFolder, byWord]) {
      const units = readdirSync(join(into, 'etc/systemd/system'))
      const text = units.map(name => readFileSync(join(into, 'etc/systemd/system', name), 'utf8')).join('\n')
      expect(text.match(/^WorkingDirectory=.*$/gm)).toEqual(Array(3).fill(`WorkingDirectory=${link}`))
      expect(text).toContain(`ExecStartPost=${process.execPath} ${link}/deploy/systemd/health.js`)
      expect(text).not.toContain(`${root}/`)
    }
  })

  it('lays units that name its own folder where it was called from elsewhere', () => {
    const into = join(folder, 'from-elsewhere')
    execFileSync(
      process.execPath,
      ['--import', 'tsx', join(root, 'scripts/install-server.ts'), '--into', into, ...words],
      { cwd: root, env: { ...process.env, PWD: folder } }
    )
    const unit = readFileSync(join(into, 'etc/systemd/system/opony@.service'), 'utf8')
    expect(unit).toContain(`WorkingDirectory=${root}\n`)
  })

  it('changes nothing the second time, keeps what was filled in, and lays a changed text beside', () => {
    const again = join(folder, 'again')
    installServer('--into', again, ...words)
    expect(
      installServer('--into', again, ...words)
        .split('\n')
        .filter(line => /^(written|CHANGED|kept)/.test(line))
    ).toEqual([])
    appendFileSync(join(again, 'etc/opony/opony.env'), 'SMS_FROM=Own\n')
    appendFileSync(join(again, 'etc/nginx/conf.d/opony.conf'), '# own\n')
    const said = installServer('--into', again, ...words)
    expect(said).toContain('kept      /etc/opony/opony.env')
    expect(said).toContain('CHANGED   /etc/nginx/conf.d/opony.conf')
    expect(readFileSync(join(again, 'etc/nginx/conf.d/opony.conf'), 'utf8')).toMatch(/# own\n$/)
    expect(existsSync(join(again, 'etc/nginx/conf.d/opony.conf.opony-new'))).toBe(true)
    expect(readFileSync(join(again, 'etc/opony/opony.env'), 'utf8')).toContain('SMS_FROM=Own')
  })
})

describe('the page for operators', () => {
  const page = readFileSync(join(root, 'docs/operators.md'), 'utf8')
  const commands = [...page.matchAll(/systemctl [^`&\n#]*/g)].map(([command]) => command)
  const named = (verb: RegExp): string[] => [
    ...new Set(commands.filter(one => verb.test(one)).flatMap(one => one.match(/opony[\w@.-]+/g) ?? []))
  ]

  it('enables each process that it restarts, and its watchdog, and each has settings of its own', () => {
    const enabled = named(/^systemctl enable/)
    const instances = [...new Set(page.match(/(?<=opony@)[a-z][\w-]*/g))].sort()
    expect(instances).toEqual(['ingest', 'web', 'web-2', 'worker'])
    for (const instance of instances) {
      const isOfTarget = readFileSync(join(root, 'deploy/systemd/opony.target'), 'utf8').includes(
        `opony@${instance}.service`
      )
      expect(enabled).toContain(isOfTarget ? 'opony.target' : `opony@${instance}`)
      expect(enabled).toContain(`opony-watchdog@${instance}.timer`)
      expect(existsSync(join(root, `deploy/systemd/${instance}.env`))).toBe(true)
    }
  })

  it('sets the link so that it never lands within a folder', () => {
    const links = [...page.matchAll(/\bln -\S+/g)].map(([command]) => command)
    expect(new Set(links)).toEqual(new Set(['ln -sfnT']))
    expect(page).not.toMatch(/git clone <the repository> \/opt\/opony(?!-)/)
  })
})
