/** What the sources do not do, whoever adds to them: run text as code or commands, write markup, or follow where others lead. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

type Source = readonly [path: string, text: string]

/** The files of the folders, without their comments. */
const sources = (...folders: readonly string[]): Source[] =>
  folders.flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map(entry => {
        const path = join(entry.parentPath, entry.name)
        const text = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
        return [path.slice(root.length + 1), text] as const
      })
  )

const server = sources('src', 'modules', 'config', 'migrations')
const all = [...server, ...sources('ui', 'seeds')]

const having = (files: readonly Source[], pattern: RegExp): string[] =>
  files.filter(([, text]) => pattern.test(text)).map(([path]) => path)

describe('no source', () => {
  it('is found where there is none', () => {
    expect(server.length).toBeGreaterThan(400)
    expect(having([['a.ts', 'const x = eval(text)']], /\beval\(|new Function\(/)).toEqual(['a.ts'])
  })

  it('runs a text as code', () => {
    expect(having(all, /\beval\(|new Function\(|setTimeout\(['"`]|node:vm|vm\.run/)).toEqual([])
  })

  it('writes markup into a page', () => {
    expect(
      having(all, /innerHTML|outerHTML|dangerouslySetInnerHTML|document\.write|insertAdjacentHTML|srcdoc/i)
    ).toEqual([])
  })

  it('starts a program but those of the embedded database and of backups, and git for the commit, by its name and arguments and never by a shell', () => {
    const starting = having(server, /node:child_process/)
    const known = /^src\/(embedded\/|cli\/backup\/programs\.ts$|version\.ts$)/
    expect(starting.filter(path => !known.test(path))).toEqual([])
    expect(having(server, /shell: true|execSync\(`|exec\(`/)).toEqual([])
  })

  it('parses XML, or reads a type from what strangers send', () => {
    expect(having(server, /DOMParser|xml2js|fast-xml|libxml|v8\.deserialize|node:v8/)).toEqual([])
  })

  it('hashes by what is broken, or encrypts without a seal', () => {
    expect(having(server, /createHash\('(?!sha256|sha512)/)).toEqual([])
    expect(having(server, /createCipheriv\('(?!aes-256-gcm)/)).toEqual([])
    expect(having(server, /createCipher\(|createDecipher\(/)).toEqual([])
  })

  it('uses Math.random for secrets', () => {
    // how long the broker's client, and a webhook's delivery, wait before they try again
    const pauses = ['src/kernel/mqtt/client.ts', 'modules/integrations/webhooks/deliver.ts']
    expect(having(server, /Math\.random/).toSorted()).toEqual(pauses.toSorted())
  })

  it('follows redirects of another system, or disables the check of certificates', () => {
    const calling = server.filter(([, text]) => /\bfetch\(/.test(text))
    expect(calling.map(([path]) => path)).toContain('src/kernel/outbound/fetch-once.ts')
    expect(calling.filter(([, text]) => !/redirect: '(manual|error)'/.test(text)).map(([path]) => path)).toEqual([])
    expect(having(server, /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|ignoreTLS/)).toEqual([])
  })

  it('sets a cookie', () => {
    expect(having(all, /set-cookie|document\.cookie|setCookie/i)).toEqual([])
  })
})
