/** `npm run backup` of a copy (OUTSIDE=off), whose settings are often those of its original: that one's backups stay as they are. */
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aCommand } from '../helper/command.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'opony-backup-copy-'))
  await mkdir(path.join(folder, 'backups'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Nobody answers at its address, so that a backup which is begun fails there. */
const backup = (words: readonly string[], env: Record<string, string>) =>
  aCommand('backup', words, {
    ...{ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', DATA_DIR: folder, MQTT_PORT: '0' },
    ...{ BACKUP_URL: `file:${path.join(folder, 'backups')}`, ...env }
  })
const isRefused = /OUTSIDE is off: BACKUP_URL may be that of the installation.*\n.*--to /

it('is not written to BACKUP_URL, and removes nothing there: it is told by --to', async () => {
  expect(await backup(['--keep', '1'], { OUTSIDE: 'off' })).toEqual({ code: 1, said: expect.stringMatching(isRefused) })
  expect(await readdir(path.join(folder, 'backups'))).toEqual([])
})

it('begins where --to is given, as it does by BACKUP_URL where the installation is no copy', async () => {
  for (const { said } of [
    await backup(['--to', path.join(folder, 'own')], { OUTSIDE: 'off' }),
    await backup([], { OUTSIDE: 'on' })
  ]) {
    expect(said).toContain('ECONNREFUSED')
    expect(said).not.toMatch(isRefused)
  }
})

it('of the original is read by --verify, which changes nothing', async () => {
  expect(await backup(['--verify'], { OUTSIDE: 'off' })).toEqual({
    code: 1,
    said: `There is no backup in ${path.join(folder, 'backups')}.\n`
  })
})
